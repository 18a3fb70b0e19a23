// Prints the TypeScript program that `pulumi import` generates, with Pulumi's own generators. The Node language host
// that can be built here is too old to do it.
//
//	pulumi stack export --show-secrets | generate-program SCHEMA PACKAGE
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/importer"
	"github.com/pulumi/pulumi/pkg/v3/resource"
	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"

	"pulumi-idm/engine/cli/packageschema"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: generate-program SCHEMA PACKAGE < STATE")
	}
	languages := map[string]schema.Language{"nodejs": nodejs.Importer}
	pkg, err := packageschema.Bind(args[0], languages)
	if err != nil {
		return err
	}
	imported, all, err := read(in, args[1])
	if err != nil {
		return err
	}
	return importer.GenerateLanguageDefinitions(out, onePackage{pkg}, write, imported, all, nil)
}

// read returns the resources of a package in an exported state, and all resources.
func read(in io.Reader, pkg string) (imported, all []*resource.State, err error) {
	var exported struct{ Deployment apitype.DeploymentV3 }
	if err := json.NewDecoder(in).Decode(&exported); err != nil {
		return nil, nil, err
	}
	for _, stored := range exported.Deployment.Resources {
		state, err := stack.DeserializeResource(stored, config.NopDecrypter)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, state)
		if stored.Custom && string(stored.Type.Package()) == pkg {
			imported = append(imported, state)
		}
	}
	return imported, all, nil
}

func write(out io.Writer, program *pcl.Program) error {
	files, diagnostics, err := nodejs.GenerateProgram(program)
	if err != nil {
		return err
	}
	if diagnostics.HasErrors() {
		return diagnostics
	}
	for _, text := range files {
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// onePackage loads the same package whatever is asked for.
type onePackage struct{ pkg *schema.Package }

func (one onePackage) LoadPackage(string, *semver.Version) (*schema.Package, error) {
	return one.pkg, nil
}

func (one onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return one.pkg, nil
}
