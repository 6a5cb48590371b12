package gltfio

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// lamps is a file of a triangle and three lights: a sun at the root, a bulb on an arm that a clip
// turns, and a spot below a hidden node. A fourth light has no node.
func lamps() *builder {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{extLights, extVisibility}
	b.doc["extensionsRequired"] = []string{extLights}
	b.doc["extensions"] = object{extLights: object{"lights": []any{
		object{"type": "directional", "name": "sun", "color": []float64{1, 0.5, 0.25}, "intensity": 3.0},
		object{"type": "point", "range": 4.0},
		object{"type": "spot", "intensity": 20.0, "spot": object{"innerConeAngle": 0.2, "outerConeAngle": 0.5}},
		object{"type": "point", "name": "spare"},
	}}}
	lit := func(light int) object { return object{extLights: object{"light": light}} }
	b.node(object{
		"name": "room", "mesh": b.mesh(object{"POSITION": b.triangle()}, nil), "children": []int{1, 2, 3},
		"extensions": lit(0),
	})
	b.node(object{"name": "arm", "children": []int{4}})
	b.node(object{"name": "attic", "children": []int{5}, "extensions": object{extVisibility: object{"visible": false}}})
	b.node(object{"name": "empty"})
	b.node(object{"name": "bulb", "translation": []float64{0, 0, 2}, "extensions": lit(1)})
	b.node(object{"name": "torch", "translation": []float64{0, 3, 0}, "extensions": lit(2)})
	times := b.floats("SCALAR", 0, 1)
	turn := float32(math.Sqrt(0.5))
	b.add("animations", object{
		"name":     "turn",
		"samplers": []any{object{"input": times, "output": b.floats("VEC4", 0, 0, 0, 1, 0, turn, 0, turn)}},
		"channels": []any{object{"sampler": 0, "target": object{"node": 1, "path": "rotation"}}},
	})
	return b
}

func TestLights(t *testing.T) {
	lib, model := lamps().load(t)
	check := func(lib *assets.Library, model *assets.Model) {
		t.Helper()
		var got []assets.Light
		for _, l := range model.Lights {
			skeleton := lib.Skeleton(model.Skeleton)
			pose := rig.NewPose(skeleton)
			m := rig.MatrixAt(lib.Skin(l.Skin).Palette(nil, pose.ModelMatrices(nil)), l.PaletteIndex)
			if at, want := m.Point(mgl32.Vec3{}), [3]mgl32.Vec3{{}, {0, 0, 2}, {0, 3, 0}}[len(got)]; at.Sub(want).Len() > 1e-6 {
				t.Errorf("%s is at %v, want %v", l.Name, at, want)
			}
			l.Skin, l.PaletteIndex, l.Visibility = 0, 0, nil
			got = append(got, l)
		}
		want := []assets.Light{
			{Name: "sun", Node: 0, Color: mgl32.Vec3{1, 0.5, 0.25}, Intensity: 3},
			{Name: "bulb", Kind: assets.LightPoint, Node: 4, Color: mgl32.Vec3{1, 1, 1}, Intensity: 1, Range: 4},
			{
				Name: "torch", Kind: assets.LightSpot, Node: 5, Color: mgl32.Vec3{1, 1, 1}, Intensity: 20, InnerCone: 0.2,
				OuterCone: 0.5, Hidden: true,
			},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the lights are %+v, want %+v", got, want)
		}
	}
	check(lib, model)
	wantWarning(t, model, `extensions.KHR_lights_punctual.lights[3]: no node of the scene uses light "spare"`)
	if len(model.Warnings) != 1 {
		t.Errorf("warnings %q", model.Warnings)
	}
	written, copied := writeAndRead(t, lib, model)
	check(written, copied)

	other := assets.NewLibrary(assets.Exact())
	ids, err := other.Import(lib)
	if err != nil {
		t.Fatal(err)
	}
	check(other, ids.Model(model))
	skins := other.Count().Skins
	other.RemoveModel(ids.Model(model).ID)
	if n := other.Count().Skins; n != 0 || skins != 2 {
		t.Errorf("%d skins with the model, want 2, and %d after it is removed", skins, n)
	}
}

// A change of the unit of length changes ranges, and intensities that fall with the distance.
func TestLightsAreScaled(t *testing.T) {
	model, err := Options{Scale: 0.5}.Parse(assets.NewLibrary(assets.Exact()), "lamps.glb", lamps().glb())
	if err != nil {
		t.Fatal(err)
	}
	sun, bulb, torch := model.Lights[0], model.Lights[1], model.Lights[2]
	if sun.Intensity != 3 || bulb.Range != 2 || bulb.Intensity != 0.25 || torch.Intensity != 5 {
		t.Errorf("intensities of %v, %v and %v, a range of %v", sun.Intensity, bulb.Intensity, torch.Intensity, bulb.Range)
	}
}

func TestBadLights(t *testing.T) {
	at := "extensions.KHR_lights_punctual.lights"
	for _, row := range []struct {
		light any
		want  string
	}{
		{object{"color": []float64{1, 1, 1}}, at + "[0].type: expected a required member, found none"},
		{object{"type": "area"}, at + "[0]: expected a type of directional, point, spot, found \"area\""},
		{object{"type": "point", "color": []float64{1, -1, 1}}, at + "[0].color: expected a color of at least 0"},
		{object{"type": "point", "color": []float64{1, 1}}, at + "[0].color: "},
		{object{"type": "point", "intensity": -1}, at + "[0].intensity: expected a number from 0 to "},
		{object{"type": "point", "intensity": 1e300}, at + "[0].intensity: "},
		{object{"type": "point", "range": 0}, at + "[0].range: expected a range above 0, found 0"},
		{object{"type": "spot"}, at + "[0]: expected a member spot"},
		{
			object{"type": "spot", "spot": object{"innerConeAngle": 0.9}},
			at + "[0].spot: expected an inner cone angle below the outer one, 0.78539",
		},
		{object{"type": "spot", "spot": object{"outerConeAngle": 1.6}}, at + "[0].spot.outerConeAngle: "},
		{object{"type": "spot", "spot": 7}, at + "[0].spot: "},
	} {
		b := lamps()
		b.doc["extensions"] = object{extLights: object{"lights": []any{
			row.light, object{"type": "point"}, object{"type": "point"}, object{"type": "point"},
		}}}
		if got := b.loadError(t); !strings.Contains(got, row.want) {
			t.Errorf("%v: the error is %q, want one with %q", row.light, got, row.want)
		}
	}
	for want, change := range map[string]func(b *builder){
		"extensions.KHR_lights_punctual.lights: expected a required member": func(b *builder) {
			b.doc["extensions"] = object{extLights: object{}}
		},
		"extensions.KHR_lights_punctual: ": func(b *builder) { b.doc["extensions"] = object{extLights: 5} },
		"nodes[4].extensions.KHR_lights_punctual.light: ": func(b *builder) {
			b.get("nodes", 4)["extensions"] = object{extLights: object{"light": 4}}
		},
		"nodes[4].extensions.KHR_lights_punctual.light: expected a required member": func(b *builder) {
			b.get("nodes", 4)["extensions"] = object{extLights: object{}}
		},
		"nodes[5].extensions.KHR_lights_punctual.light: expected": func(b *builder) {
			b.get("nodes", 5)["extensions"] = object{extLights: object{"light": -2}}
		},
	} {
		b := lamps()
		change(b)
		if got := b.loadError(t); !strings.Contains(got, want) {
			t.Errorf("the error is %q, want one with %q", got, want)
		}
	}
}
