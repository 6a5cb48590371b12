package gltfio

import "testing"

// Of several channels of an animation that animate one property the first one counts; the others
// are skipped with a warning. UnityGLTF writes two pointers to one property.
func TestTwoChannelsOfOneProperty(t *testing.T) {
	warns := func(t *testing.T, b *builder, warning string) {
		t.Helper()
		_, model := b.load(t)
		wantWarning(t, model, warning+"; the channel was skipped")
	}
	t.Run("pointers to weights", func(t *testing.T) {
		for want, pointers := range map[string][]string{
			"animations[0].channels[1].target: channels[0] already animates the weights of mesh 0": {
				"0/meshes/0/weights", "1/meshes/0/weights/1",
			},
			"animations[0].channels[1].target: channels[0] already animates the weight 1 of mesh 0": {
				"1/meshes/0/weights/1", "0/meshes/0/weights",
			},
			"animations[0].channels[1].target: channels[0] already animates the weight 1 of node 2": {
				"1/nodes/2/weights/1", "2/nodes/2/weights/1",
			},
			"animations[0].channels[0].target: another channel already animates the weights of node 2": {
				"1/nodes/2/weights/1", "0/nodes/2/weights",
			},
		} {
			warns(t, smilingTriangles(pointers...), want)
		}
	})
	t.Run("the first one plays", func(t *testing.T) {
		one, two := smilingTriangles("1/nodes/2/weights/1"), smilingTriangles("1/nodes/2/weights/1", "2/nodes/2/weights/1")
		lib1, model1 := one.load(t)
		lib2, model2 := two.load(t)
		for _, time := range []float64{0, 0.3, 1, 1.7} {
			a, b := lib1.Clip(model1.Clip("smile")).PoseAt(time), lib2.Clip(model2.Clip("smile")).PoseAt(time)
			if !sameBits(a.Morphs, b.Morphs) {
				t.Errorf("at %v s the weights are %v, want %v", time, b.Morphs, a.Morphs)
			}
		}
	})
	t.Run("pointers to visibility", func(t *testing.T) {
		b := blinkingTriangles()
		a := b.get("animations", 0)
		a["channels"] = append(a["channels"].([]any), a["channels"].([]any)[0])
		warns(t, b, "animations[0].channels[2].target: channels[0] already animates the visibility of node 2")
	})
	t.Run("a pointer and a target", func(t *testing.T) {
		b := blinkingTriangles()
		b.get("animations", 0)["channels"].([]any)[0] = object{
			"sampler": 1, "target": object{"node": 2, "path": "translation"},
		}
		warns(t, b, "animations[0].channels[1].target: channels[0] already animates the translation of node 2")
	})
	t.Run("pointers to a material", func(t *testing.T) {
		b := glowingTriangle()
		b.get("animations", 0)["channels"].([]any)[5].(object)["target"] = pointerTo("/materials/0/alphaCutoff")
		warns(t, b, "animations[0].channels[5].target: channels[4] already animates the alpha cutoff of material 0")
	})
	t.Run("targets", func(t *testing.T) {
		b := completeFile()
		b.get("animations", 0)["channels"].([]any)[1].(object)["target"].(object)["path"] = "translation"
		b.get("animations", 0)["channels"].([]any)[1].(object)["target"].(object)["node"] = 1
		warns(t, b, "animations[0].channels[1].target: channels[0] already animates the translation of node 1")
	})
}
