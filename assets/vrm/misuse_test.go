package vrm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// What a file says and VRM does not know, or what is read as something else, is a warning.
func TestUnknownPresetsAndNegativeRangesWarn(t *testing.T) {
	text := strings.NewReplacer(`"happy"`, `"hapy"`, `"VRMC_vrm": {"specVersion": "1.0",`,
		`"VRMC_vrm": {"specVersion": "1.0", "lookAt": {"rangeMapVerticalUp": {"inputMaxValue": -90}},`).Replace(face)
	a, err := vrm.Parse(assets.NewLibrary(assets.Exact()), "face.vrm", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	warnings := strings.Join(a.Warnings, "\n")
	for _, want := range []string{
		`extensions.VRMC_vrm.expressions.preset.hapy: VRM defines no preset of this name, so nothing shows it by ` +
			`itself; did you mean "happy"?`,
		"extensions.VRMC_vrm.lookAt.rangeMapVerticalUp.inputMaxValue: expected at least 0 degrees, found -90",
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("expected the warning %q, found %q", want, warnings)
		}
	}
	if strings.Contains(warnings, "preset.blink") {
		t.Errorf("a preset of VRM warns: %s", warnings)
	}
}

// A version and bones that VRM does not define are warnings, of which there are few whatever the file
// has.
func TestUnknownVersionsAndBonesWarn(t *testing.T) {
	bones := `"humanoid": {"humanBones": {"haed": {"node": 0}, "head": {"node": 0}`
	for i := range 20 {
		bones += fmt.Sprintf(`, "zz%02d": {"node": 0}`, i)
	}
	text := strings.Replace(face, `"VRMC_vrm": {"specVersion": "1.0",`,
		`"VRMC_vrm": {"specVersion": "2.0", `+bones+`}},`, 1)
	a, err := vrm.Parse(assets.NewLibrary(assets.Exact()), "face.vrm", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	warnings := strings.Join(a.Warnings, "\n")
	for _, want := range []string{
		`extensions.VRMC_vrm.specVersion: expected version 1.0, found "2.0"`,
		`VRM defines no bone "haed", so it is left out; did you mean "head"?`,
		`VRM does not define 13 more names of bones either`,
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("expected the warning %q, found %q", want, warnings)
		}
	}
	if n := strings.Count(warnings, "VRM defines no bone"); n != 8 {
		t.Errorf("expected 8 warnings of bones, found %d", n)
	}
}

// What an avatar adds belongs to the library with its model: another one, and none, are errors.
func TestAvatarsAddToTheirLibrary(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	a, err := vrm.Parse(library, "face.vrm", []byte(face))
	if err != nil {
		t.Fatal(err)
	}
	other := assets.NewLibrary(assets.Exact())
	for want, library := range map[string]*assets.Library{"nil": nil, "another one": other} {
		_, expression := a.AddExpressionClip(library, "happy")
		_, _, animation := a.OpenAnimation(library, "move.vrma")
		for name, err := range map[string]error{"AddExpressionClip": expression, "OpenAnimation": animation} {
			if err == nil || !strings.HasSuffix(err.Error(), "the library with the model of the avatar, found "+want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if other.Count() != (assets.Count{}) {
		t.Errorf("the other library got %+v", other.Count())
	}
	for name, add := range map[string]func() error{
		"SpringStack": func() error { _, err := a.SpringStack(nil); return err },
		"Stack":       func() error { _, err := a.Stack(nil); return err },
	} {
		if err := add(); err == nil || !strings.Contains(err.Error(), "expected the library to add it to, found nil") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every method of an avatar, an expression or a look-at that is nil or a zero value returns an
// error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*vrm.Avatar)(nil), &vrm.Avatar{},
		(*vrm.Expression)(nil), &vrm.Expression{},
		(*vrm.LookAt)(nil), &vrm.LookAt{},
	} {
		probe.Methods(t, receiver, "AddConstraints", "AddSprings") // which return the builder that they get
		probe.Calls(t, receiver)
	}
}
