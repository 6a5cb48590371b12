package gltfio

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// lightsPath is where a document has its lights.
const lightsPath = "extensions." + extLights + ".lights"

var lightKinds = map[string]assets.LightKind{
	"directional": assets.LightDirectional, "point": assets.LightPoint, "spot": assets.LightSpot,
}

// decodeLights decodes the lights of a document (KHR_lights_punctual), from its extensions.
func (d *decoder) decodeLights(v jsontree.Value) (lights []*assets.Light) {
	if v.Missing() {
		return nil
	}
	for name, value := range d.members(v) {
		if name != extLights {
			continue
		}
		top := map[string]jsontree.Value{}
		for name, value := range d.members(value, "lights") {
			top[name] = value
		}
		lights = decodeArray(d, "lights", top, d.decodeLight)
	}
	return lights
}

func (d *decoder) decodeLight(v jsontree.Value) *assets.Light {
	light := &assets.Light{Color: mgl32.Vec3{1, 1, 1}, Intensity: 1}
	hasSpot := false
	for name, value := range d.members(v, "type") {
		switch name {
		case "name":
			light.Name = d.text(value)
		case "type":
			light.Kind = named(d, value, lightKinds, "a type")
		case "color":
			color := [3]float64{}
			d.vector(value, color[:])
			for i, c := range color {
				if light.Color[i] = float32(c); c < 0 {
					d.fail("expected a color of at least 0, found %v", color)
				}
			}
		case "intensity":
			light.Intensity = d.lightNumber(value, math.MaxFloat32)
		case "range":
			if light.Range = d.lightNumber(value, math.MaxFloat32); light.Range == 0 {
				d.fail("expected a range above 0, found 0")
			}
		case "spot":
			hasSpot = true
			d.decodeSpot(value, light)
		}
	}
	if light.Kind == assets.LightSpot && !hasSpot {
		d.fail("expected a member spot, which lights of the type spot have, found none")
	}
	return light
}

// lightNumber decodes a number from 0 to a largest one.
func (d *decoder) lightNumber(v jsontree.Value, most float64) float32 {
	number := d.float(v)
	if !(number >= 0 && number <= most) {
		d.fail("expected a number from 0 to %.7g, found %v", most, number)
	}
	return float32(number)
}

// decodeSpot decodes the cones of a spot.
func (d *decoder) decodeSpot(v jsontree.Value, light *assets.Light) {
	light.OuterCone = math.Pi / 4
	for name, value := range d.members(v) {
		switch name {
		case "innerConeAngle":
			light.InnerCone = d.lightNumber(value, math.Pi/2)
		case "outerConeAngle":
			light.OuterCone = d.lightNumber(value, math.Pi/2+1e-6) // in the digits that exporters write
		}
	}
	if !(light.InnerCone < light.OuterCone) {
		d.fail("expected an inner cone angle below the outer one, %v, found %v", light.OuterCone, light.InnerCone)
	}
}

// lightOf returns the light of a node, or -1 for none.
func (l *loader) lightOf(node int) (int, error) {
	light, path := -1, fmt.Sprintf("nodes[%d]", node)
	_, err := decodeExtension(path, l.doc.Nodes[node].Extensions, extLights, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v, "light") {
			if name == "light" {
				light = d.int(value)
			}
		}
	})
	if err != nil || light == -1 {
		return -1, err
	}
	return light, checkIndex(path+".extensions."+extLights+".light", light, len(l.lights), lightsPath)
}

// buildLights makes the lights of the scene, in the order of the nodes, and the skin whose joints
// they move with.
func (l *loader) buildLights() error {
	visible := l.visibleNodes()
	var joints []int
	var matrices []mgl32.Mat4
	used := make([]bool, len(l.lights))
	for i := range l.doc.Nodes {
		index, err := l.lightOf(i)
		if err != nil {
			return err
		}
		if index < 0 || !visible[i] {
			continue
		}
		path := fmt.Sprintf("nodes[%d]", i)
		if err := l.memory.spend(path, 1, 512); err != nil {
			return err
		}
		used[index] = true
		n := &l.nodes[i]
		joint, offset := l.follow(n.nearestJoint, n.offset)
		p := part{node: i}
		if err := l.setVisibility(&p); err != nil {
			return err
		}
		light := *l.lights[index]
		if light.Name == "" {
			light.Name = n.name
		}
		light.Node, light.PaletteIndex, light.Hidden, light.Visibility = i, len(joints), p.hidden, p.visibility
		light.Range = float32(float64(light.Range) * l.scale)
		if light.Kind != assets.LightDirectional {
			light.Intensity = float32(float64(light.Intensity) * l.scale * l.scale) // it falls with the square
		}
		l.shining = append(l.shining, light)
		joints, matrices = append(joints, joint), append(matrices, offset.Mat4())
	}
	for i, light := range l.lights {
		if !used[i] {
			l.warn(fmt.Sprintf("%s[%d]", lightsPath, i), "no node of the scene uses light %q; it was skipped", light.Name)
		}
	}
	if len(joints) == 0 {
		return nil
	}
	if len(joints) > rig.MaxJoints {
		return errorAt(lightsPath, "expected at most %d nodes with lights, found %d", rig.MaxJoints, len(joints))
	}
	skin, err := rig.NewSkin("lights", l.skeleton, joints, matrices)
	if err != nil {
		return &Error{Path: lightsPath, Err: err}
	}
	l.lightSkin = skin
	return nil
}
