package export

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
)

// punctualLights is the name of the extension for lights.
const punctualLights = "KHR_lights_punctual"

// exportLight is a light as it is written.
type exportLight struct {
	Name      string      `json:"name,omitempty"`
	Type      string      `json:"type"`
	Color     [3]float32  `json:"color"`
	Intensity float32     `json:"intensity"`
	Range     float32     `json:"range,omitempty"`
	Spot      *exportSpot `json:"spot,omitempty"`
}

type exportSpot struct {
	InnerConeAngle float32 `json:"innerConeAngle"`
	OuterConeAngle float32 `json:"outerConeAngle"`
}

// addLights writes the lights of the model and sets them at their nodes.
func (e *exporter) addLights() error {
	var lights []exportLight
	for i := range e.model.Lights {
		l := &e.model.Lights[i]
		if l.Kind > assets.LightSpot {
			return fmt.Errorf("light %d (%q): expected a kind from 0 to %d, found %d", i, l.Name, assets.LightSpot, l.Kind)
		}
		if l.Node < 0 || l.Node >= len(e.model.Nodes) {
			return fmt.Errorf("light %d (%q): expected a node below %d, found %d", i, l.Name, len(e.model.Nodes), l.Node)
		}
		one := exportLight{
			Name: l.Name, Type: []string{"directional", "point", "spot"}[l.Kind], Color: l.Color,
			Intensity: l.Intensity, Range: l.Range,
		}
		if l.Kind == assets.LightSpot {
			one.Spot = &exportSpot{l.InnerCone, l.OuterCone}
		}
		n := &e.nodes[l.Node]
		if n.Extensions == nil {
			n.Extensions = extensions{}
		}
		if n.Extensions[punctualLights] != nil {
			return fmt.Errorf("light %d (%q): expected a node without another light, found node %d", i, l.Name, l.Node)
		}
		n.Extensions[punctualLights] = map[string]int{"light": len(lights)}
		lights = append(lights, one)
	}
	if len(lights) > 0 {
		e.used[punctualLights] = true
		e.doc.Extensions = map[string]any{punctualLights: map[string]any{"lights": lights}}
	}
	return nil
}
