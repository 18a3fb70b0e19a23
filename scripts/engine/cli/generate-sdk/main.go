// Binds a Pulumi package schema with Pulumi's own binder, and generates packages from it with Pulumi's own generators.
// The language hosts that can be built here are too old for `pulumi package gen-sdk`.
//
//	generate-sdk SCHEMA [LANGUAGE FOLDER]...
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-idm/engine/cli/packageschema"
)

const tool = "pulumi-idm"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args)%2 == 0 {
		return errors.New("usage: generate-sdk SCHEMA [LANGUAGE FOLDER]...")
	}
	// A generator changes the package that it gets.
	if _, err := bind(args[0]); err != nil {
		return err
	}
	for i := 1; i < len(args); i += 2 {
		pkg, err := bind(args[0])
		if err != nil {
			return err
		}
		files, err := generate(args[i], pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", args[i], err)
		}
		if err := write(args[i+1], files); err != nil {
			return err
		}
	}
	return nil
}

func bind(file string) (*schema.Package, error) {
	languages := map[string]schema.Language{"go": gogen.Importer, "nodejs": nodejs.Importer, "python": python.Importer}
	return packageschema.Bind(file, languages)
}

func generate(language string, pkg *schema.Package) (map[string][]byte, error) {
	switch language {
	case "python":
		return python.GeneratePackage(tool, pkg, nil, packageschema.Loader())
	case "nodejs":
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, packageschema.Loader())
	case "go":
		return gogen.GeneratePackage(tool, pkg, nil)
	}
	return nil, errors.New("no such language: use python, nodejs or go")
}

func write(folder string, files map[string][]byte) error {
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
