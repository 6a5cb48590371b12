package cli

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/inspect"
)

type inspectCommand struct {
	File string `arg:"" help:"A .gltf or .glb file."`
	JSON bool   `name:"json" help:"Print JSON instead of tables."`
}

// Run prints the summary.
func (c *inspectCommand) Run(s *streams) error {
	library := assets.NewLibrary()
	model, err := load(library, c.File)
	if err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	summary := inspect.Summarise(library, model, c.File, info.Size())
	if !c.JSON {
		return summary.WriteText(s.out)
	}
	encoder := json.NewEncoder(s.out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(summary); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return nil
}
