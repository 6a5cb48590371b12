package gltfio

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// animatedNode makes a file of one node with a channel for each path. All channels share the key
// times.
func animatedNode(interpolation string, times []float32, tracks map[string][]float32) *builder {
	b := newBuilder()
	b.node(object{})
	input := b.floats("SCALAR", times...)
	var samplers, channels []any
	for _, path := range []string{"translation", "rotation", "scale"} {
		values, ok := tracks[path]
		if !ok {
			continue
		}
		kind := "VEC3"
		if path == "rotation" {
			kind = "VEC4"
		}
		channels = append(channels, object{"sampler": len(samplers), "target": object{"node": 0, "path": path}})
		samplers = append(samplers,
			object{"input": input, "output": b.floats(kind, values...), "interpolation": interpolation})
	}
	b.add("animations", object{"samplers": samplers, "channels": channels})
	return b
}

// sampleJoint samples the first clip at a time in seconds and returns joint 0.
func sampleJoint(lib *assets.Library, model *assets.Model, time float64) rig.TRS {
	clip := lib.Clip(model.Clips[0])
	pose := rig.NewPose(clip.Skeleton())
	clip.Sample(time, pose)
	return pose.Joint(0)
}

func TestInterpolations(t *testing.T) {
	for _, row := range []struct {
		interpolation string
		values        []float32
		time          float64
		want          []float32
	}{
		{"STEP", []float32{1, 2, 3, 5, 6, 7}, 1.99, []float32{1, 2, 3}},
		{"STEP", []float32{1, 2, 3, 5, 6, 7}, 2, []float32{5, 6, 7}},
		{"LINEAR", []float32{1, 2, 3, 5, 6, 7}, 1.5, []float32{3, 4, 5}},
		{"LINEAR", []float32{1, 2, 3, 5, 6, 7}, 0, []float32{1, 2, 3}},
		{"LINEAR", []float32{1, 2, 3, 5, 6, 7}, 9, []float32{5, 6, 7}},
		// In-tangent, value, out-tangent. In the middle a cubic is the mean of the values plus (out
		// - in) / 8.
		{"CUBICSPLINE", []float32{9, 9, 9, 1, 2, 3, 8, 0, 0, -8, 0, 0, 5, 6, 7, 9, 9, 9}, 1.5, []float32{5, 4, 5}},
	} {
		lib, model := animatedNode(row.interpolation, []float32{1, 2}, map[string][]float32{"translation": row.values}).
			load(t)
		got := sampleJoint(lib, model, row.time).Translation
		wantNear(t, row.interpolation, got[:], row.want)
		if clip := lib.Clip(model.Clips[0]); clip.Start() != 0 || clip.End() != 2 {
			t.Errorf("the clip is from %v s to %v s, want 0 s to 2 s", clip.Start(), clip.End())
		}
	}
}

func TestRotationKeysAsNormalizedIntegers(t *testing.T) {
	for component, unit := range map[string]int{"i8n": 127, "i16n": 32767, "u8n": 255, "u16n": 65535} {
		b := animatedNode("LINEAR", []float32{0, 1}, map[string][]float32{"rotation": {0, 0, 0, 1, 0, 0, 0, 1}})
		output := b.ints(component, "VEC4", 0, 0, 0, unit, 0, unit, 0, 0)
		b.get("animations", 0)["samplers"].([]any)[0].(object)["output"] = output
		lib, model := b.load(t)
		q := sampleJoint(lib, model, 1).Rotation
		wantNear(t, component, []float32{q.V[0], q.V[1], q.V[2], q.W}, []float32{0, 1, 0, 0})
	}
}

func TestMorphWeightChannels(t *testing.T) {
	b := newBuilder()
	target := object{"POSITION": b.triangle()}
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, object{"targets": []any{target, target}})})
	b.add("animations", object{
		"name": "smile",
		"samplers": []any{object{
			"input":  b.floats("SCALAR", 0, 1),
			"output": b.ints("u8n", "SCALAR", 0, 255, 255, 51),
		}},
		"channels": []any{object{"sampler": 0, "target": object{"node": 0, "path": "weights"}}},
	})
	lib, model := b.load(t)
	pose := rig.NewPose(lib.Skeleton(model.Skeleton))
	lib.Clip(model.Clip("smile")).Sample(0.5, pose)
	wantNear(t, "weights", pose.Morphs, []float32{0.5, 0.6})
}

func TestUnsupportedChannelsAreSkipped(t *testing.T) {
	b := animatedNode("LINEAR", []float32{0, 1}, map[string][]float32{"translation": {0, 0, 0, 1, 0, 0}})
	animation := b.get("animations", 0)
	channels := animation["channels"].([]any)
	animation["channels"] = append(channels,
		object{"sampler": 0, "target": object{"path": "translation"}},
		object{
			"sampler": 0,
			"target":  object{"node": 0, "path": "pointer", "extensions": object{"KHR_animation_pointer": object{}}},
		},
	)
	b.doc["extensionsUsed"] = []string{"KHR_animation_pointer"}
	b.add("animations",
		object{
			"samplers": animation["samplers"],
			"channels": []any{object{"sampler": 0, "target": object{"path": "scale"}}},
		})
	lib, model := b.load(t)
	wantWarning(t, model, "animations[0].channels[1].target: there is no node")
	wantWarning(t, model, `animations[0].channels[2].target.path: "pointer" is not supported`)
	if n := len(lib.Clip(model.Clips[0]).Tracks()); n != 1 {
		t.Errorf("%d tracks, want 1", n)
	}
	if clip := lib.Clip(model.Clips[1]); len(model.Clips) != 2 || clip.Duration() != 0 || len(clip.Tracks()) != 0 {
		t.Errorf("clips %v, want an empty second clip", model.ClipNames())
	}
	if want := []string{"animation_0", "animation_1"}; !slices.Equal(model.ClipNames(), want) {
		t.Errorf("names %q, want %q", model.ClipNames(), want)
	}
}

func TestRotationKeysNotOfUnitLength(t *testing.T) {
	b := animatedNode("LINEAR", []float32{0, 1}, map[string][]float32{"rotation": {0, 0, 0, 2, 0, 0, 0, 1}})
	lib, model := b.load(t)
	wantWarning(t, model, "1 rotation keys do not have length 1")
	if w := sampleJoint(lib, model, 0).Rotation.W; w != 1 {
		t.Errorf("w = %v, want 1", w)
	}
}
