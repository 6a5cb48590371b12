package gltfio

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// pointerTo is the target of a channel of KHR_animation_pointer.
func pointerTo(pointer string) object {
	return object{"path": "pointer", "extensions": object{extPointer: object{"pointer": pointer}}}
}

// blinkingTriangles is a file of a root, node 0, with three triangles: node 1 is hidden, node 2 is
// shown from 0 s and hidden from 1 s, node 3 is below node 2. Node 4 is a hidden root with a
// triangle below it.
func blinkingTriangles() *builder {
	b := newBuilder()
	b.doc["extensionsUsed"], b.doc["extensionsRequired"] = []string{extVisibility, extPointer},
		[]string{extVisibility, extPointer}
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	visible := func(shown bool) object { return object{extVisibility: object{"visible": shown}} }
	b.node(object{"name": "root", "children": []int{1, 2}})
	b.node(object{"name": "ghost", "mesh": mesh, "extensions": visible(false)})
	b.node(object{"name": "lamp", "mesh": mesh, "children": []int{3}, "extensions": visible(true)})
	b.node(object{"name": "shade", "mesh": mesh})
	b.node(object{"name": "attic", "children": []int{5}, "extensions": visible(false)})
	b.node(object{"name": "box", "mesh": mesh})
	times := b.floats("SCALAR", 0, 1, 2)
	b.add("animations", object{
		"name": "blink",
		"samplers": []any{
			object{"input": times, "output": b.ints("u8", "SCALAR", 1, 0, 7), "interpolation": "STEP"},
			object{"input": times, "output": b.floats("VEC3", 0, 0, 0, 1, 0, 0, 2, 0, 0)},
		},
		"channels": []any{
			object{"sampler": 0, "target": pointerTo("/nodes/2/extensions/KHR_node_visibility/visible")},
			object{"sampler": 1, "target": pointerTo("/nodes/2/translation")},
		},
	})
	return b
}

func TestNodeVisibility(t *testing.T) {
	lib, model := blinkingTriangles().load(t)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	check := func(lib *assets.Library, model *assets.Model) {
		t.Helper()
		var hidden []string
		for _, n := range model.Nodes {
			if n.Hidden {
				hidden = append(hidden, n.Name)
			}
		}
		if want := []string{"ghost", "attic"}; !slices.Equal(hidden, want) {
			t.Errorf("hidden nodes %q, want %q", hidden, want)
		}
		c := lib.Clip(model.Clip("blink"))
		for time, want := range map[float64][]string{
			-1: {"lamp", "shade"}, 0.9: {"lamp", "shade"}, 1: nil, 1.9: nil,
			2.5: {"lamp", "shade"},
		} {
			pose := c.PoseAt(time)
			var shown []string
			for i := range model.Parts {
				if model.Parts[i].Shown(pose.Morphs) {
					shown = append(shown, model.Parts[i].Name)
				}
			}
			if !slices.Equal(shown, want) {
				t.Errorf("at %v s the parts %q are shown, want %q", time, shown, want)
			}
			if lamp, ok := lib.Skeleton(model.Skeleton).Find("lamp"); !ok ||
				pose.Joint(lamp).Translation[0] != float32(min(2, max(0, time))) {
				t.Errorf("at %v s the lamp is at %v", time, pose.Joint(lamp).Translation)
			}
		}
	}
	check(lib, model)
}

func TestPointersThatAreNotPlayed(t *testing.T) {
	pointers := []string{
		"/materials/0/normalTexture/index", "/nodes/x/translation", "/nodes/2/matrix", "/nodes/2/weights/x",
		"/meshes/0/name", "/cameras/0/perspective/yfov", "nodes/2/scale",
	}
	b := blinkingTriangles()
	animation := b.get("animations", 0)
	for _, pointer := range pointers {
		animation["channels"] = append(animation["channels"].([]any),
			object{"sampler": 1, "target": pointerTo(pointer)})
	}
	_, model := b.load(t)
	for i, pointer := range pointers {
		wantWarning(t, model, `animations[0].channels[`+string(rune('2'+i))+`].target.path: "`+pointer+
			`" is not supported; the channel was skipped`)
	}
	if len(model.Warnings) != len(pointers) {
		t.Errorf("warnings %q", model.Warnings)
	}
}

func TestErrorsOfVisibility(t *testing.T) {
	for want, change := range map[string]func(b *builder){
		"nodes[1].extensions.KHR_node_visibility.visible: expected true or false, found a JSON number": func(b *builder) {
			b.get("nodes", 1)["extensions"] = object{extVisibility: object{"visible": 1}}
		},
		"animations[0].samplers[0].interpolation: expected STEP for the visibility of node 2": func(b *builder) {
			delete(b.get("animations", 0)["samplers"].([]any)[0].(object), "interpolation")
		},
		"animations[0].samplers[1].output: expected a SCALAR of UNSIGNED_BYTE, found accessors[3], a VEC3 of FLOAT": func(b *builder) {
			b.get("animations", 0)["samplers"].([]any)[1].(object)["interpolation"] = "STEP"
			b.get("animations", 0)["channels"].([]any)[0].(object)["sampler"] = 1
		},
		"animations[0].channels[0].target.node: expected the index of one of 6 nodes, found 9": func(b *builder) {
			b.get("animations", 0)["channels"].([]any)[0].(object)["target"] = pointerTo("/nodes/9/rotation")
		},
	} {
		b := blinkingTriangles()
		change(b)
		if got := b.loadError(t); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The visibility of an additive clip is the difference from the reference.
func TestVisibilityOfAdditiveClips(t *testing.T) {
	lib, model := blinkingTriangles().load(t)
	c := lib.Clip(model.Clip("blink"))
	additive, err := clip.MakeAdditive(c, c.FirstPose())
	must(t, additive, err)
	at := model.Parts[1].Visibility[0]
	for time, want := range map[float64]float32{0.5: 0, 1.5: -1, 2: 0} {
		if got := additive.PoseAt(time).Morphs[at]; got != want {
			t.Errorf("at %v s the difference is %v, want %v", time, got, want)
		}
	}
}
