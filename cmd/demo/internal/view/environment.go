//go:build cgo

package view

import (
	"fmt"
	"path/filepath"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/render/hdr"
)

// choose chooses the light from surroundings that the options name.
func choose(environment string, surroundings *stage.Surroundings, light *stage.Light) error {
	for i, name := range light.Surroundings {
		if environment == name || environment == "" {
			light.Environment = i
			return nil
		}
	}
	e, err := hdr.Open(environment)
	if err != nil {
		return &OptionError{"light", fmt.Errorf("expected sky, studio or a picture (.hdr): %w", err)}
	}
	surroundings.Add(light, filepath.Base(environment), e)
	return nil
}
