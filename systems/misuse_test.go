package systems_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// A goal that never got a target gets no weight, with an error from the call that would give it
// one, and one whose weight a program writes changes nothing: a head does not turn to the world's
// origin.
func TestGoalsWithoutTargetHaveNoWeight(t *testing.T) {
	probe.Serial(t)
	s := newModifierStage(t, 1)
	at := mgl32.Translate3D(3, 0, 1)
	plain, looking := s.spawn(at), s.spawn(at)
	for _, name := range []string{"look", "hand"} {
		goal := s.animation.Modifier(looking, name)
		err := goal.Fade(1, 0)
		if !errors.Is(err, systems.ErrNoTarget) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		s.must(goal.Fade(0, 0.5))
		component, err := goal.Goal()
		s.must(err)
		if component.Weight != 0 || component.WeightTarget != 0 {
			t.Errorf("%s has the weight %v, to %v", name, component.Weight, component.WeightTarget)
		}
		component.Weight, component.WeightTarget = 1, 1
	}
	s.must(s.animation.Update(0.1))
	if !sameBits(s.animation.ModelMatrices(plain), s.animation.ModelMatrices(looking)) {
		t.Error("goals without a target change the pose")
	}
	s.must(s.animation.Modifier(looking, "look").Aim(mgl32.Vec3{}))
	s.must(s.animation.Modifier(looking, "look").Fade(1, 0))
	s.must(s.animation.Update(0.1))
	if sameBits(s.animation.ModelMatrices(plain), s.animation.ModelMatrices(looking)) {
		t.Error("a goal at the world's origin does not change the pose")
	}
}

// Goals of which only the weight counts work at once; the ground of a foot and a function that
// reads a target do not.
func TestModifyStartsWhatNeedsNoTarget(t *testing.T) {
	probe.Serial(t)
	s := newModifierStage(t, 1)
	foot := modifier.Foot{Root: "left_thigh", Middle: "left_shin", End: "left_foot", Bend: mgl32.Vec3{0, 0, 1}}
	stack, err := modifier.New("all", s.library.Skeleton(s.model.Skeleton)).
		Spring("arm", modifier.SpringSettings{
			Joints: []string{"left_forearm", "left_hand"}, Spring: modifier.Spring{Stiffness: 0.1, Gravity: 1},
		}).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{foot}}).
		LimitRotation("limit", modifier.JointLimit{Joint: "head", Cone: 0.1}).
		Override("override", modifier.Override{Joint: "neck_2", Rotation: true}).
		Func("function", func(*modifier.Pose) {}).Add(s.library)
	s.must(err)
	e, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	s.must(s.animation.Modify(e, stack))
	for name, want := range map[string]float32{
		"arm": 1, "feet": 1, "limit": 1, "feet.left_foot": 0, "override": 0, "function": 0,
	} {
		goal, err := s.animation.Modifier(e, name).Goal()
		s.must(err)
		if goal.Weight != want || goal.WeightTarget != want {
			t.Errorf("%s begins with the weight %v, to %v", name, goal.Weight, goal.WeightTarget)
		}
	}
	s.must(s.animation.Modifier(e, "function").Fade(1, 0)) // it may need no target
	for _, name := range []string{"override", "feet.left_foot"} {
		if err := s.animation.Modifier(e, name).Fade(1, 0); !errors.Is(err, systems.ErrNoTarget) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Springs swing without a further call.
func TestSpringsAreOn(t *testing.T) {
	s := newModifierStage(t, 1)
	stack, err := modifier.New("springs", s.library.Skeleton(s.model.Skeleton)).
		Spring("arm", modifier.SpringSettings{
			Joints: []string{"left_forearm", "left_hand"}, Spring: modifier.Spring{Gravity: 1},
		}).Add(s.library)
	s.must(err)
	e, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	s.must(s.animation.Modify(e, stack))
	s.must(s.animation.EnableModelMatrices(e))
	s.must(s.animation.Update(0.1))
	before := s.matrix(e, "left_hand")
	for range 30 {
		s.must(s.animation.Update(0.1))
	}
	if after := s.matrix(e, "left_hand"); before[7]-after[7] < 0.01 {
		t.Errorf("the hand falls by %v m", before[7]-after[7])
	}
}

// An Animation whose updates all have 0 seconds warns once, unless time has moved or nobody wants
// to know.
func TestUpdatesThatNeverMoveTimeWarn(t *testing.T) {
	run := func(first float64, logger func(*bytes.Buffer) *slog.Logger) string {
		var text bytes.Buffer
		f := newFixture(t, 3, systems.WithLogger(logger(&text)))
		f.update(t, first)
		for range 200 {
			f.update(t, 0) // what 1/60 is, as whole numbers
		}
		return text.String()
	}
	warn := func(b *bytes.Buffer) *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }
	if text := run(0, warn); strings.Count(text, "\n") != 1 || !strings.Contains(text, "1.0/60") {
		t.Errorf("updates of 0 s warn %q", text)
	}
	if text := run(0.1, warn); text != "" {
		t.Errorf("a pause warns %q", text)
	}
	if text := run(0, func(*bytes.Buffer) *slog.Logger { return nil }); text != "" {
		t.Errorf("without a logger: %q", text)
	}
}

// Fades of more than a minute are errors, which say that durations are in seconds, unless the
// Animation allows them.
func TestLongFadesAreRefused(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player := k.animation.Player(e)
	calls := func(k *richFixture, player systems.Player) map[string]error {
		return map[string]error{
			"CrossFade":   player.CrossFade(k.clips[1], 250),
			"Overlay":     player.Layer(1).Overlay(k.clips[1], systems.WholeBody, 250),
			"WithFadeOut": player.Layer(2).CrossFade(k.clips[1], 1, systems.WithFadeOut(250)),
			"FadeWeight":  player.Layer(3).FadeWeight(0.5, 250),
			"Stop":        player.Stop(250),
		}
	}
	for name, err := range calls(k, player) {
		if !errors.Is(err, systems.ErrSeconds) || !strings.Contains(err.Error(), "250 s") ||
			!strings.Contains(err.Error(), "WithLongestFade") {
			t.Errorf("%s: %v", name, err)
		}
	}
	check(t, player.CrossFade(k.clips[2], 60))
	k = newRichFixture(t, 1, systems.WithLongestFade(math.Inf(1)))
	for name, err := range calls(k, k.animation.Player(k.character(t))) {
		if err != nil {
			t.Errorf("allowed, %s: %v", name, err)
		}
	}
}

// A weight that a layer or a goal cannot have is an error, and is not clamped.
func TestWeightsOutOfRangeAreErrors(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	check(t, player.Layer(2).SetBlend(clip.Additive))
	for name, row := range map[string]struct {
		layer  int
		weight float32
		ok     bool
	}{
		"5": {1, 5, false}, "-0.1": {1, -0.1, false}, "1": {1, 1, true}, "additive 5": {2, 5, true},
		"additive -1": {2, -1, true}, "additive 1001": {2, 1001, false}, "NaN": {2, float32(math.NaN()), false},
	} {
		err := player.Layer(row.layer).FadeWeight(row.weight, 0)
		if row.ok != (err == nil) || !row.ok && !errors.Is(err, systems.ErrWeight) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The mask 0 of a search that failed is an error; the whole body has a name of its own.
func TestMaskZeroIsAnError(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	id, err := k.library.FindMask("form 1")
	if err == nil || id != 0 {
		t.Fatalf("mask %v, %v", id, err)
	}
	for name, err := range map[string]error{
		"Overlay": player.Layer(1).Overlay(k.clips[1], id, 0.2), "SetMask": player.Layer(1).SetMask(id),
	} {
		if !errors.Is(err, systems.ErrNoMask) || !strings.Contains(err.Error(), "WholeBody") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if player.Layer(1).LayerComponent() != nil {
		t.Error("a layer was added")
	}
	check(t, player.Layer(1).Overlay(k.clips[1], k.masks[0], 0.2))
	check(t, player.Layer(1).SetMask(systems.WholeBody))
	if mask := player.Layer(1).LayerComponent().Mask; mask != 0 {
		t.Errorf("the whole body is the mask %v", mask)
	}
}

// Root motion that no clip has is told.
func TestRootMotionThatNobodyHas(t *testing.T) {
	f := newFixture(t, 5)
	e := f.spawn(t, 0, 0)
	if err := f.animation.EnableRootMotion(e); !errors.Is(err, systems.ErrNoRootMotion) ||
		!strings.Contains(err.Error(), "random") {
		t.Error(err)
	}
	if motions := generic.NewMap1[components.RootMotion](&f.world); motions.Get(e) != nil {
		t.Error("the component was added")
	}
}

// Nil arguments are errors.
func TestNewAnimationOfNothing(t *testing.T) {
	world := ecs.NewWorld()
	if a, err := systems.NewAnimation(nil, assets.NewLibrary()); !errors.Is(err, systems.ErrNil) || a != nil {
		t.Errorf("no world: %v", err)
	}
	if a, err := systems.NewAnimation(&world, nil); !errors.Is(err, systems.ErrNil) || a != nil {
		t.Errorf("no library: %v", err)
	}
	a, err := systems.NewAnimation(&world, assets.NewLibrary(), nil)
	check(t, err)
	a.Close()
}

// Transforms that place nothing are errors, and make no entity.
func TestSpawnWithImpossibleTransforms(t *testing.T) {
	f := newFixture(t, 5)
	nan := mgl32.Ident4()
	nan[13] = float32(math.NaN())
	for name, m := range map[string]mgl32.Mat4{
		"NaN": nan, "zero": {}, "no scale": mgl32.Scale3D(0, 0, 0), "infinite": mgl32.Translate3D(float32(math.Inf(1)), 0, 0),
		"transposed": mgl32.Translate3D(1, 2, 3).Transpose(), "denormal": mgl32.Scale3D(1e-40, 1e-40, 1e-40),
	} {
		if e, err := f.animation.Spawn(f.model, m); !errors.Is(err, systems.ErrTransform) || !e.IsZero() {
			t.Errorf("%s: %v, %v", name, e, err)
		}
	}
	for _, m := range []mgl32.Mat4{mgl32.Scale3D(1, 0, 1), mgl32.Scale3D(-1, 1, 1), mgl32.Scale3D(1e-4, 1e-4, 1e-4)} {
		mustSpawn(f.animation.Spawn(f.model, m))
	}
}

// Offsets that place nothing are errors, and attach nothing.
func TestAttachWithImpossibleOffsets(t *testing.T) {
	f := newFixture(t, 5)
	target := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	joint := f.animation.Library().Skeleton(f.model.Skeleton).JointName(0)
	nan := mgl32.Ident4()
	nan[12] = float32(math.NaN())
	for name, offset := range map[string]mgl32.Mat4{"NaN": nan, "zero": {}, "no scale": mgl32.Scale3D(0, 0, 0)} {
		with := systems.WithOffset(offset)
		if e, err := f.animation.Attach(target, joint, with); !errors.Is(err, systems.ErrTransform) || !e.IsZero() {
			t.Errorf("%s: %v, %v", name, e, err)
		}
		e, err := f.animation.AttachModel(target, joint, f.model, with)
		if !errors.Is(err, systems.ErrTransform) || !e.IsZero() {
			t.Errorf("a model with %s: %v, %v", name, e, err)
		}
	}
}

// A nil option is left out.
func TestNilOptions(t *testing.T) {
	f := newFixture(t, 5)
	entity := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	check(t, f.animation.Player(entity).CrossFade(f.model.Clips[0], 0.1, nil))
	if assets.NewLibrary(nil) == nil {
		t.Error("no library")
	}
}

// A nil function for the ground finds none; it does not stop the frame.
func TestGroundOfNilFindsNone(t *testing.T) {
	foot := []systems.FootQuery{{}}
	systems.GroundFunc(nil).Under(foot)
	if foot[0].HasGround {
		t.Error("there is ground under the foot")
	}
}

// After Close every method that can return an error returns ErrClosed, and none panics.
func TestMethodsAfterClose(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	k.update(t, 0.1)
	k.animation.Close()
	values := map[reflect.Type]reflect.Value{
		reflect.TypeFor[ecs.Entity]():           reflect.ValueOf(e),
		reflect.TypeFor[*assets.Model]():        reflect.ValueOf(k.model),
		reflect.TypeFor[id.Motion]():            reflect.ValueOf(k.clips[1]),
		reflect.TypeFor[id.Mask]():              reflect.ValueOf(k.masks[0]),
		reflect.TypeFor[mgl32.Mat4]():           reflect.ValueOf(mgl32.Ident4()),
		reflect.TypeFor[*rig.Pose]():            reflect.ValueOf(rig.NewPose(k.skeleton)),
		reflect.TypeFor[systems.DetailPolicy](): reflect.ValueOf(systems.DefaultDetail()),
	}
	for _, handle := range []any{
		k.animation, k.animation.Player(e), k.animation.Player(e).Layer(1), k.animation.Controller(e),
		k.animation.Modifier(e, "goal"), k.animation.Ragdoll(e),
	} {
		v := reflect.ValueOf(handle)
		for i := range v.NumMethod() {
			method, kind := v.Method(i), v.Method(i).Type()
			name := v.Type().String() + "." + v.Type().Method(i).Name
			if n := kind.NumOut(); n == 0 || kind.Out(n-1) != reflect.TypeFor[error]() {
				continue
			}
			if layer, ok := handle.(systems.Player); ok && layer == k.animation.Player(e) {
				switch v.Type().Method(i).Name { // what layer 0 does not have
				case "FadeWeight", "Overlay", "RemoveLayer", "SetBlend", "SetMask", "SetTimeScale":
					continue
				}
			}
			var in []reflect.Value
			for a := range kind.NumIn() {
				if kind.IsVariadic() && a == kind.NumIn()-1 {
					break
				}
				value, ok := values[kind.In(a)]
				if !ok {
					value = reflect.Zero(kind.In(a))
				}
				in = append(in, value)
			}
			out := method.Call(in)
			if err, _ := out[len(out)-1].Interface().(error); !errors.Is(err, systems.ErrClosed) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Targets that a goal cannot have, and entities without a place, are errors that change nothing.
func TestTargetsThatGoalsCannotHave(t *testing.T) {
	s := newModifierStage(t, 1)
	stack, err := modifier.New("all", s.library.Skeleton(s.model.Skeleton)).
		Spring("arm", modifier.SpringSettings{
			Joints: []string{"left_forearm", "left_hand"}, Spring: modifier.Spring{Gravity: 1},
		}).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{
			{Root: "left_thigh", Middle: "left_shin", End: "left_foot", Bend: mgl32.Vec3{0, 0, 1}},
		}}).
		LookAt("look", modifier.LookAt{Joints: []string{"head"}, Forward: mgl32.Vec3{0, 0, 1}}).Add(s.library)
	s.must(err)
	e, bare := s.spawn(mgl32.Ident4()), s.spawn(mgl32.Translate3D(1, 0, 0))
	s.must(s.animation.Modify(e, stack))
	plain, transforms := s.world.NewEntity(), generic.NewMap1[components.Transform](&s.world)
	transforms.Remove(bare)
	up := mgl32.Vec3{0, 1, 0}
	modifiers := generic.NewMap1[components.Modifiers](&s.world)
	before := *modifiers.Get(e)
	handle := func(goal string) systems.Modifier { return s.animation.Modifier(e, goal) }
	for name, row := range map[string]struct {
		err, want error
		text      string
	}{
		"aim springs":                {handle("arm").Aim(up), systems.ErrNoTarget, `"arm"`},
		"follow with springs":        {handle("arm").Follow(bare, "head"), systems.ErrNoTarget, "Fade"},
		"stand on a look-at":         {handle("look").StandOn(up, up), systems.ErrNoGoal, `it has "feet.left_foot"`},
		"stand on springs":           {handle("arm").StandOnEntity(bare, up, up), nil, "Transform"},
		"follow without Transform":   {handle("look").Follow(plain, ""), systems.ErrNoCharacter, "components.Transform"},
		"follow a joint without one": {handle("look").Follow(bare, "head"), systems.ErrNoCharacter, "components.Transform"},
		"hold without Transform":     {handle("look").Hold(plain, "", up, mgl32.QuatIdent()), systems.ErrNoCharacter, ""},
		"follow the zero entity":     {handle("look").Follow(ecs.Entity{}, ""), systems.ErrNoCharacter, "zero entity"},
		"the zero entity":            {s.animation.Modify(ecs.Entity{}, stack), systems.ErrNoCharacter, "zero entity"},
		"a player of none":           {s.animation.Player(ecs.Entity{}).Play(1), systems.ErrNoCharacter, "zero entity"},
		"a stack of none":            {s.animation.Modify(e, 12345), systems.ErrNoStack, ""},
	} {
		if row.err == nil || row.want != nil && !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(),
			row.text) {
			t.Errorf("%s: %v", name, row.err)
		}
	}
	if *modifiers.Get(e) != before {
		t.Error("a method that failed changed a goal")
	}
	s.must(s.animation.Modify(e, 0))
	if err := s.animation.ResetModifiers(e); !errors.Is(err, systems.ErrNoStack) || !strings.Contains(err.Error(),
		"Modify") {
		t.Errorf("reset without modifiers: %v", err)
	}
}

// A curve that the library lacks is an error, not the straight line.
func TestCurvesThatTheLibraryLacks(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player := k.animation.Player(e)
	for name, err := range map[string]error{
		"CrossFade": player.CrossFade(k.clips[1], 0.2, systems.WithCurve(999)),
		"Overlay":   player.Layer(1).Overlay(k.clips[1], systems.WholeBody, 0.2, systems.WithCurve(999)),
		"Control": func() error {
			_, err := k.animation.Control(e, 1, systems.WithFade(1), systems.WithCurve(999))
			return err
		}(),
	} {
		if !errors.Is(err, systems.ErrNoCurve) {
			t.Errorf("%s: %v", name, err)
		}
	}
	check(t, player.CrossFade(k.clips[1], 0.2, systems.WithCurve(clip.SmoothStep)))
}

// A graph whose fades are longer than the Animation allows does not get control.
func TestGraphsWithLongFades(t *testing.T) {
	for name, row := range map[string]struct {
		fade, fadeOut float64
		text          string
	}{
		"transition": {250, 1, `graph "long", layer "base", transition from state "one" to "two"`},
		"fade-out":   {1, 250, `graph "long", state "one"`},
		"short":      {60, 60, ""},
	} {
		for _, allowed := range []bool{false, true} {
			var options []systems.Option
			if allowed {
				options = append(options, systems.WithLongestFade(math.Inf(1)))
			}
			k := newRichFixture(t, 1, options...)
			id, err := graph.New("long").Layer("base",
				graph.State("one").MotionByID(k.clips[1]).PlayMode(clip.Once).FadeOut(row.fadeOut).
					To("two").ExitTime(1).Fade(row.fade),
				graph.State("two").MotionByID(k.clips[2])).Add(k.library)
			check(t, err)
			_, err = k.animation.Control(k.character(t), id)
			switch {
			case allowed || row.text == "":
				check(t, err)
			case !errors.Is(err, systems.ErrSeconds) || !strings.Contains(err.Error(), row.text) ||
				!strings.Contains(err.Error(), "WithLongestFade"):
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Errors tell another skeleton of the same name from the expected one.
func TestOtherSkeletonsOfTheSameName(t *testing.T) {
	f := newFixture(t, 4)
	e := f.spawn(t, 0, 0)
	own := f.library.Skeleton(f.model.Skeleton)
	joints := []rig.Joint{{Name: "a", Parent: -1, Rest: rig.IdentityTRS()}}
	other, err := rig.NewSkeleton(own.Name(), joints, nil)
	check(t, err)
	f.library.AddSkeleton(other)
	mask, err := rig.NewMask("m", other).Subtree(1, "a").Add(f.library)
	check(t, err)
	moving, err := clip.NewBuilder("c", other).Translation(0, clip.Linear, []float32{0, 1}, make([]mgl32.Vec3, 2)).
		Add(f.library)
	check(t, err)
	foreign, err := graph.New("g").Layer("base", graph.State("s").MotionByID(moving)).Add(f.library)
	check(t, err)
	_, control := f.animation.Control(e, foreign)
	definition := &ragdoll.Definition{
		Skeleton: other, Front: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0},
		Bodies: []ragdoll.Body{{Radius: 1, Mass: 1, Limit: ragdoll.Limit{
			Axis: mgl32.Vec3{0, 1, 0}, Side: mgl32.Vec3{1, 0, 0}, Center: mgl32.Vec3{0, 1, 0},
			CenterSide: mgl32.Vec3{1, 0, 0},
		}}},
	}
	_, additive := clip.MakeAdditive(f.library.Clip(f.model.Clips[0]), rig.NewPose(other))
	for name, err := range map[string]error{
		"LocalPose":                 f.animation.LocalPose(e, rig.NewPose(other)),
		"EnableMaskedModelMatrices": f.animation.EnableMaskedModelMatrices(e, mask),
		"Play":                      f.animation.Player(e).Play(moving),
		"Control":                   control,
		"Bind":                      f.animation.Ragdoll(e).Bind(definition),
		"Blend":                     rig.Blend(rig.NewPose(own), rig.Mix(rig.NewPose(other), 1)),
		"MakeAdditive":              additive,
	} {
		if err == nil || !strings.Contains(err.Error(), "another skeleton of that name") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A given pose needs rotations, in which a struct that was not filled in has none.
func TestGivenPosesNeedRotations(t *testing.T) {
	f := newFixture(t, 4)
	e, pose := f.spawn(t, 0, 0), f.givenPose(1)
	pose.SetJoint(2, rig.TRS{Scale: mgl32.Vec3{1, 1, 1}})
	err := f.animation.SetLocalPose(e, pose, 1)
	if !errors.Is(err, systems.ErrPose) || !strings.Contains(err.Error(), "expected a rotation, found one of length 0") {
		t.Errorf("error %v", err)
	}
}

// Handles that are the zero value say where one comes from.
func TestZeroHandles(t *testing.T) {
	var doll systems.Ragdoll
	_, bodies := doll.Bodies(nil)
	for name, err := range map[string]error{
		"Ragdoll from Animation.Ragdoll":   errors.Join(doll.Bind(nil), doll.Unbind(), bodies),
		"Modifier from Animation.Modifier": systems.Modifier{}.Aim(mgl32.Vec3{}),
	} {
		if !errors.Is(err, systems.ErrNoCharacter) || !strings.Contains(err.Error(), "expected a "+name+", found the zero value") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every method of an Animation that NewAnimation did not make, and of each handle that is the zero
// value, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*systems.Animation)(nil), &systems.Animation{},
		systems.Player{},
		systems.Controller{},
		systems.Modifier{},
		systems.Morph{},
		systems.Ragdoll{},
		systems.Pair{},
		systems.GroundFunc(nil),
	} {
		probe.Methods(t, receiver, "String", "Explain", "ExplainJoint") // they say that there is nothing
	}
	var none *systems.Animation
	for name, err := range map[string]error{
		"Update": none.Update(0.1), "Restore": none.Restore(nil), "EnableVertices": none.EnableVertices(ecs.Entity{}),
		"Modify": none.Modify(ecs.Entity{}, 1), "DetailByView": none.DetailByView(systems.DefaultDetail()),
	} {
		if !errors.Is(err, systems.ErrNil) ||
			!strings.Contains(err.Error(), "expected an Animation from NewAnimation, found") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bind says what is missing in a definition that was not filled in.
func TestBindWithoutBodies(t *testing.T) {
	f := newFixture(t, 4)
	e := f.spawn(t, 0, 0)
	own := f.library.Skeleton(f.model.Skeleton)
	for want, definition := range map[string]*ragdoll.Definition{
		"there are no bodies: expected a definition, such as Propose makes, found nil":                      nil,
		"there are no bodies: expected a definition with bodies, such as Propose makes, found an empty one": {},
		"there are no bodies: expected bodies for skeleton \"" + own.Name() + "\", found none":              {Skeleton: own},
		"there is no such model: expected a definition with a skeleton, found none":                         {Bodies: make([]ragdoll.Body, 1)},
	} {
		if err := f.animation.Ragdoll(e).Bind(definition); err == nil || err.Error() != want {
			t.Errorf("expected the error %q, found %v", want, err)
		}
		if f.animation.Ragdoll(e).Component() != nil {
			t.Fatal("an error bound bodies")
		}
	}
}

// Errors of handles name the character, and the layer or the goal.
func TestErrorsNameTheCharacter(t *testing.T) {
	f := newFixture(t, 4)
	e := f.spawn(t, 0, 0)
	player, nan := f.animation.Player(e), float32(math.NaN())
	upper := player.Layer(1)
	own, where := fmt.Sprintf("entity %d: ", e.ID()), fmt.Sprintf("entity %d, layer 1: ", e.ID())
	for want, err := range map[string]error{
		where + "expected a finite speed, found NaN":                            upper.SetSpeed(nan),
		where + "expected a finite position, found NaN, 0":                      upper.SetPosition(nan, 0),
		where + "expected a finite time, found NaN s":                           upper.Seek(float64(nan)),
		where + "expected a finite fraction, found NaN":                         upper.SeekFraction(float64(nan)),
		where + "expected the play mode Once, Loop, PingPong or Hold, found 9":  upper.SetMode(9, 0),
		where + "expected a finite time scale of at least 0, found -1":          upper.SetTimeScale(-1),
		where + "expected the layer mode Override or Additive, found 7":         upper.SetBlend(7),
		where + "expected a motion, found the ID 0":                             upper.Play(0),
		where + "expected a mask, or WholeBody for every joint, found the ID 0": upper.SetMask(0),
		own + "expected layer 1 to":                                             player.SetMask(0),
		own + "the weight of the layer: expected 0 to 1, found 2":               upper.FadeWeight(2, 0),
		own + "expected a weight from 0 to 1, found 3":                          f.animation.SetLocalPose(e, f.givenPose(1), 3),
		own + `parameter "speed": expected a finite value, found NaN`:           f.animation.Controller(e).SetFloat("speed", nan),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected the error %q, found %v", want, err)
		}
	}
}
