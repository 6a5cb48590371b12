//go:build cgo

package view

import (
	"fmt"

	"github.com/sinew-go/sinew/systems/render"
	"github.com/sinew-go/sinew/systems/render/hdr"
)

// light sets the light from surroundings that the options name.
func light(style *render.Style, environment string) error {
	switch environment {
	case "", "sky":
		return nil // the default style's
	case "studio":
		style.Environment = render.StudioEnvironment()
		return nil
	}
	e, err := hdr.Open(environment)
	if err != nil {
		return &OptionError{"light", fmt.Errorf("expected sky, studio or a picture (.hdr): %w", err)}
	}
	style.Environment = e
	return nil
}
