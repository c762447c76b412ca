// Checks Grafana dashboards strictly against the types generated from Grafana's schemas: unknown fields are errors.
package main

import (
	"fmt"
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	plugins.RegisterDefaultPlugins()
	status := 0
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		if err == nil {
			var parsed dashboard.Dashboard
			if err = parsed.UnmarshalJSONStrict(text); err == nil {
				err = parsed.Validate()
			}
		}
		// Without a fault, Validate returns an empty list of errors.
		if err != nil && err.Error() != "" {
			fmt.Printf("%s: %v\n", file, err)
			status = 1
		}
	}
	os.Exit(status)
}
