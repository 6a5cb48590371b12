package animtest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems/animtest"
)

// trial is a test inside of a test, which may fail.
type trial struct {
	testing.TB
	failed bool
	text   strings.Builder
}

func (t *trial) Helper() {}

func (t *trial) Errorf(format string, args ...any) { t.Error(fmt.Sprintf(format, args...)) }

func (t *trial) Error(args ...any) {
	t.failed = true
	fmt.Fprintln(&t.text, args...)
}

func (t *trial) Fatal(args ...any) {
	t.Error(args...)
	runtime.Goexit()
}

func (t *trial) Fatalf(format string, args ...any) { t.Fatal(fmt.Sprintf(format, args...)) }

func (t *trial) Logf(format string, args ...any) { fmt.Fprintf(&t.text, format+"\n", args...) }

// try runs a test and returns whether it failed, and what it said.
func try(t testing.TB, test func(t testing.TB)) (failed bool, text string) {
	inner := &trial{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(inner)
	}()
	<-done
	return inner.failed, inner.text.String()
}

// passes expects that a test passes.
func passes(t *testing.T, test func(t testing.TB)) {
	t.Helper()
	if failed, text := try(t, test); failed {
		t.Errorf("expected a test that passes, found\n%s", text)
	}
}

// fails expects that a test fails and says some things.
func fails(t *testing.T, test func(t testing.TB), says ...string) {
	t.Helper()
	failed, text := try(t, test)
	if !failed {
		t.Fatalf("expected a test that fails with %q, found one that passes", says)
	}
	for _, part := range says {
		if !strings.Contains(text, part) {
			t.Errorf("expected a failure that says %q, found\n%s", part, text)
		}
	}
}

// person is a mannequin in a library.
func person(t testing.TB) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	check(t, err)
	return library, model
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bent returns a take in which a joint of a frame is changed.
func bent(t testing.TB, take *animtest.Take, frame int, joint string, change func(*rig.TRS)) *animtest.Take {
	t.Helper()
	other := *take
	other.Frames = append([]animtest.Frame(nil), take.Frames...)
	f := &other.Frames[frame]
	skeleton := f.Pose.Skeleton()
	j, err := skeleton.FindJoint(joint)
	check(t, err)
	pose := rig.NewPose(skeleton)
	copy(pose.Locals, f.Pose.Locals)
	copy(pose.Morphs, f.Pose.Morphs)
	local := pose.Joint(j)
	change(&local)
	pose.SetJoint(j, local)
	f.Pose, f.Models, f.Palettes = pose, pose.ModelMatrices(nil), nil
	for _, skin := range take.Model.Skins {
		f.Palettes = append(f.Palettes, take.Library.Skin(skin).Palette(nil, f.Models))
	}
	return &other
}
