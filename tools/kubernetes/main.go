// Renders what Kubernetes gets: the commands kustomize and helm.
package main

import (
	"fmt"
	"os"

	helm "helm.sh/helm/v4/pkg/cmd"
	kustomize "sigs.k8s.io/kustomize/kustomize/v5/commands"

	"github.com/spf13/cobra"
)

func command(name string, arguments []string) (*cobra.Command, error) {
	switch name {
	case "helm":
		return helm.NewRootCmd(os.Stdout, arguments, helm.SetupLogging)
	case "kustomize":
		return kustomize.NewDefaultCommand(), nil
	}
	return nil, fmt.Errorf("there is helm and kustomize, and no %s", name)
}

func main() {
	command, err := command(os.Args[1], os.Args[2:])
	if err == nil {
		command.SetArgs(os.Args[2:])
		err = command.Execute()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
