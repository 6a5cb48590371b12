package vrm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
)

// Values of wrong types, and indices that are missing, are errors that name the place and what was
// expected, in the words of this package.
func TestWrongValues(t *testing.T) {
	expression := func(members string) string {
		return `"VRMC_vrm": {"expressions": {"custom": {"smirk": {` + members + `}}}}`
	}
	const smirk = "face.vrm: extensions.VRMC_vrm.expressions.custom.smirk."
	springs := func(members string) string { return `"VRMC_springBone": {` + members + `}` }
	old := func(members string) string { return `"VRM": {` + members + `}` }
	for extension, want := range map[string]string{
		expression(`"isBinary": 1`):                       smirk + "isBinary: expected true or false, found a JSON number 1",
		expression(`"morphTargetBinds": 7`):               smirk + "morphTargetBinds: expected an array, found a JSON number 7",
		expression(`"morphTargetBinds": [{}, [2]]`):       smirk + "morphTargetBinds[1]: expected an object, found a JSON array",
		expression(`"morphTargetBinds": [{"node": "1"}]`): smirk + "morphTargetBinds[0].node: expected an integer, found a JSON string",
		expression(`"morphTargetBinds": [{"node": 1.0, "index": 0}]`): smirk +
			"morphTargetBinds[0].node: expected an integer of few digits without a point and an exponent, found a JSON " +
			"number 1.0",
		expression(`"morphTargetBinds": [{"node": 1.5, "index": 0}]`): smirk +
			"morphTargetBinds[0].node: expected an integer, found a JSON number 1.5",
		expression(`"morphTargetBinds": [{"node": 1, "index": 0, "weight": {"a": 1}}]`): smirk +
			"morphTargetBinds[0].weight: expected a number, found a JSON object",
		expression(`"overrideBlink": false`): smirk + "overrideBlink: expected a string, found a JSON bool",
		expression(`"overrideMouth": "blok"`): smirk + `overrideMouth: expected none, block or blend, found "blok"; did ` +
			`you mean "block"?`,
		`"VRMC_vrm": {"lookAt": {"type": "bones"}}`: "face.vrm: extensions.VRMC_vrm.lookAt.type: expected bone or " +
			`expression, found "bones"; did you mean "bone"?`,
		`"VRMC_vrm": {"firstPerson": {"meshAnnotations": [{"node": 1, "type": "firstPerson"}]}}`: "face.vrm: " +
			"extensions.VRMC_vrm.firstPerson.meshAnnotations[0].type: expected auto, both, thirdPersonOnly or " +
			`firstPersonOnly, found "firstPerson"; did you mean "firstPersonOnly"?`,
		expression(`"materialColorBinds": [{"material": 0, "targetValue": [1, "red"]}]`): smirk +
			"materialColorBinds[0].targetValue[1]: expected a number, found a JSON string",
		expression(`"morphTargetBinds": [{"index": 0, "weight": 1}]`): smirk +
			"morphTargetBinds[0].node: expected the index of one of 4 nodes, found none",
		expression(`"morphTargetBinds": [{"node": 1, "weight": 1}]`): smirk +
			"morphTargetBinds[0].index: expected the index of one of 3 morph targets of node 1, found none",
		expression(`"morphTargetBinds": [{"node": 1, "index": 3}]`): smirk +
			"morphTargetBinds[0].index: expected the index of one of 3 morph targets of node 1, found 3",
		expression(`"materialColorBinds": [{"type": "color", "targetValue": [1, 1, 1, 1]}]`): smirk +
			"materialColorBinds[0].material: expected the index of one of 1 materials, found none",
		expression(`"textureTransformBinds": [{"scale": [1, 1]}]`): smirk +
			"textureTransformBinds[0].material: expected the index of one of 1 materials, found none",
		`"VRMC_vrm": {"expressions": []}`: "face.vrm: extensions.VRMC_vrm.expressions: expected an object, found a JSON array",
		`"VRMC_vrm": {"firstPerson": {"meshAnnotations": [{"type": "both"}]}}`: "face.vrm: extensions.VRMC_vrm.firstPerson." +
			"meshAnnotations[0].node: expected the index of one of 4 nodes, found none",
		`"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": "x"}}}}`: "face.vrm: VRM humanoid: humanBones.hips.node: " +
			"expected an integer, found a JSON string",
		`"VRMC_vrm": {"lookAt": {"offsetFromHeadBone": [0, 0.06]}}`: "face.vrm: extensions.VRMC_vrm.lookAt." +
			"offsetFromHeadBone: expected an array of 3 numbers, found one of 2",
		`"VRMC_vrm": {"lookAt": {"offsetFromHeadBone": [0, 0, 0, 1]}}`: "face.vrm: extensions.VRMC_vrm.lookAt." +
			"offsetFromHeadBone: expected an array of 3 numbers, found one of 4",
		expression(`"materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, 1, 1, 1, 1]}]`): smirk +
			"materialColorBinds[0].targetValue: expected 4 numbers, of which the first 4 count, found 5",
		springs(`"springs": [{"joints": [{"node": 2, "gravityDir": [0, -1]}]}]`): "face.vrm: extensions.VRMC_springBone." +
			"springs[0].joints[0].gravityDir: expected an array of 3 numbers, found one of 2",
		springs(`"colliders": [{"node": 0, "shape": {"sphere": {"offset": []}}}]`): "face.vrm: extensions.VRMC_springBone." +
			"colliders[0].shape.sphere.offset: expected an array of 3 numbers, found one of 0",
		springs(`"colliders": [{"node": 0, "shape": {"capsule": {"tail": [0, 1, 0, 0]}}}]`): "face.vrm: extensions." +
			"VRMC_springBone.colliders[0].shape.capsule.tail: expected an array of 3 numbers, found one of 4",
		springs(`"colliders": [{"node": 0, "extensions": {"VRMC_springBone_extended_collider": {"shape": {"plane": {` +
			`"normal": [0, 1]}}}}}]`): "face.vrm: extensions.VRMC_springBone.colliders[0].extensions." +
			"VRMC_springBone_extended_collider.shape.plane.normal: expected an array of 3 numbers, found one of 2",
		old(`"blendShapeMaster": {"blendShapeGroups": [{"name": "a", "materialValues": [{"materialName": "m", ` +
			`"propertyName": "_MainTex_ST", "targetValue": [1, 1, 0, 0, 0]}]}]}`): "face.vrm: extensions.VRM." +
			"blendShapeMaster.blendShapeGroups[0].materialValues[0].targetValue: expected 4 numbers, found 5",
		springs(`"springs": [{"joints": [{"stiffness": 1}]}]`): "face.vrm: extensions.VRMC_springBone.springs[0].joints[0].node: " +
			"expected the index of one of 4 nodes, found none",
		springs(`"colliders": [{"shape": {}}]`): "face.vrm: extensions.VRMC_springBone.colliders[0].node: expected the index of",
		old(`"blendShapeMaster": {"blendShapeGroups": [{"name": "a", "binds": [{"index": 1}]}]}`): "face.vrm: extensions.VRM." +
			"blendShapeMaster.blendShapeGroups[0].binds[0].mesh: expected the index of a mesh, found none",
		old(`"blendShapeMaster": {"blendShapeGroups": [{"name": "a", "binds": [{"mesh": 0}]}]}`): "face.vrm: extensions.VRM." +
			"blendShapeMaster.blendShapeGroups[0].binds[0].index: expected the index of one of 3 morph targets of node 1, " +
			"found none",
		old(`"firstPerson": {"meshAnnotations": [{"firstPersonFlag": "Both"}]}`): "face.vrm: extensions.VRM.firstPerson." +
			"meshAnnotations[0].mesh: expected the index of a mesh, found none",
		old(`"secondaryAnimation": {"colliderGroups": [{"colliders": [{"radius": 1}]}]}`): "face.vrm: extensions.VRM." +
			"secondaryAnimation.colliderGroups[0].node: expected the index of one of 4 nodes, found none",
	} {
		begin := strings.Index(face, `"VRMC_vrm": {`)
		library := assets.NewLibrary()
		_, err := vrm.Parse(library, "face.vrm", []byte(face[:begin]+extension+"}}"))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: expected %q, found %v", extension, want, err)
		}
		if library.Count() != (assets.Count{}) {
			t.Errorf("%s: the library holds %+v after an error", extension, library.Count())
		}
	}
}

func TestWrongValuesOfAnimations(t *testing.T) {
	library := assets.NewLibrary()
	a, err := vrm.Open(library, avatar(t, "VRMC_vrm", vrm1))
	must(t, err)
	for extension, want := range map[string]string{
		`"lookAt": {}`: "extensions.VRMC_vrm_animation.lookAt.node: expected the index of one of 1 nodes, found none",
		`"expressions": {"preset": {"happy": {}}}`: "extensions.VRMC_vrm_animation.expressions.preset.happy.node: expected the " +
			"index of one of 1 nodes, found none",
		`"expressions": {"custom": {"smirk": {"node": true}}}`: "extensions.VRMC_vrm_animation.expressions.custom.smirk.node: " +
			"expected an integer, found a JSON bool",
	} {
		path := filepath.Join(t.TempDir(), "move.vrma")
		must(t, os.WriteFile(path, []byte(`{"asset": {"version": "2.0"}, "nodes": [{"name": "hips"}], "scenes": [{"nodes": [0]}],
			"extensionsUsed": ["VRMC_vrm_animation"], "extensions": {"VRMC_vrm_animation": {
			"humanoid": {"humanBones": {"hips": {"node": 0}}}, `+extension+`}}}`), 0o600))
		if _, _, err := a.OpenAnimation(library, path); err == nil || !strings.HasPrefix(err.Error(), "move.vrma: "+want) {
			t.Errorf("%s: expected %q, found %v", extension, want, err)
		}
	}
}
