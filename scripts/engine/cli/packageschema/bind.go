// Package packageschema reads a Pulumi package schema with Pulumi's own binder.
package packageschema

import (
	"encoding/json"
	"os"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Loader finds the packages that a schema refers to.
func Loader() schema.ReferenceLoader {
	return schema.NewCachedLoader(schema.NewPluginLoader(nil))
}

// Bind reads a schema from a file. A warning of the binder is an error here.
func Bind(file string, languages map[string]schema.Language) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, Loader(), schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if len(diagnostics) > 0 {
		return nil, diagnostics
	}
	return pkg, pkg.ImportLanguages(languages)
}
