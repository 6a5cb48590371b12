package systems_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// failingCall is a call that must return an error.
type failingCall struct {
	method string // the type and the name
	locked bool   // a query is open
	call   func() error
}

// A method of a Player, a Controller, a Modifier or an Animation that returns an error has changed
// nothing.
func TestFailingMethodsChangeNothing(t *testing.T) {
	k := newRichFixture(t, 1)
	e, crowded := k.character(t), k.character(t)
	none := k.world.NewEntity()
	dead := k.character(t)
	k.world.RemoveEntity(dead)
	noFades := k.character(t)
	blends := generic.NewMap1[components.BlendState](&k.world)
	blends.Remove(noFades)
	check(t, k.animation.Player(crowded).Layer(2).Play(k.clips[0]))
	k.animation.Player(crowded).Layer(2).LayerComponent().Fades.Count = components.MaxFading - 1
	machine, err := graph.New("machine").Float("f", 0).Layer("body", graph.State("a").MotionByID(k.clips[0])).
		Build(k.library, k.model)
	check(t, err)
	graphID, err := k.library.AddGraph(machine)
	check(t, err)
	controller, err := k.animation.Control(crowded, graphID)
	check(t, err)
	otherModel := newModel(t, k.library, 3, 9)
	otherGraph, err := graph.New("other").Layer("body", graph.State("a").MotionByID(otherModel.Clips[0])).
		Build(k.library, otherModel)
	check(t, err)
	other, err := k.library.AddGraph(otherGraph)
	check(t, err)
	check(t, k.animation.SetLocalPose(crowded, rig.NewPose(k.skeleton), 1))
	k.update(t, 0.1)

	player, animation, nan := k.animation.Player(e), k.animation, float32(math.NaN())
	var calls []failingCall
	add := func(locked bool, method string, call func() error) {
		calls = append(calls, failingCall{method, locked, call})
	}
	// Every method of a Player fails in the same cases, and some in others.
	players := map[string]func(p systems.Player) error{
		"Play":                   func(p systems.Player) error { return p.Play(k.clips[1]) },
		"Play, blend space":      func(p systems.Player) error { return p.Play(k.spaces[0]) },
		"CrossFade":              func(p systems.Player) error { return p.CrossFade(k.clips[1], 1) },
		"CrossFade, blend space": func(p systems.Player) error { return p.CrossFade(k.spaces[0], 1) },
		"Restart":                func(p systems.Player) error { return p.Restart() },
		"Stop":                   func(p systems.Player) error { return p.Stop(1) },
		"Overlay":                func(p systems.Player) error { return p.Overlay(k.clips[1], k.masks[0], 1) },
		"SetMask":                func(p systems.Player) error { return p.SetMask(k.masks[0]) },
		"SetBlend":               func(p systems.Player) error { return p.SetBlend(clip.Additive) },
		"RemoveLayer":            func(p systems.Player) error { return p.RemoveLayer() },
		"FadeWeight":             func(p systems.Player) error { return p.FadeWeight(0.5, 1) },
		"SetTimeScale":           func(p systems.Player) error { return p.SetTimeScale(2) },
		"SetSync":                func(p systems.Player) error { return p.SetSync(1) },
		"SyncWith":               func(p systems.Player) error { return p.SyncWith(animation.Player(crowded)) },
		"SetMode":                func(p systems.Player) error { return p.SetMode(assets.Hold, 2) },
		"SetSpeed":               func(p systems.Player) error { return p.SetSpeed(2) },
		"SetPosition":            func(p systems.Player) error { return p.SetPosition(1, 1) },
		"Seek":                   func(p systems.Player) error { return p.Seek(0.5) },
		"SeekFraction":           func(p systems.Player) error { return p.SeekFraction(0.5) },
		"SeekFiring":             func(p systems.Player) error { return p.SeekFiring(0.9) },
		"Pause":                  func(p systems.Player) error { return p.Pause() },
		"Resume":                 func(p systems.Player) error { return p.Resume() },
	}
	for name, call := range players {
		for _, p := range []systems.Player{
			{},
			animation.Player(dead), animation.Player(dead).Layer(1), animation.Player(none), player.Layer(8),
			player.Layer(-1),
		} {
			add(false, "Player."+name, func() error { return call(p) })
		}
		add(true, "Player."+name, func() error { return call(player.Layer(3)) })
	}
	inertia := systems.WithInertialization()
	for _, p := range []systems.Player{player, player.Layer(2), animation.Player(crowded).Layer(4)} {
		add(true, "Player.CrossFade", func() error { return p.CrossFade(k.clips[1], 1, inertia) })
		add(true, "Player.CrossFade, blend space", func() error { return p.CrossFade(k.spaces[0], 1, inertia) })
		add(true, "Player.Overlay", func() error { return p.Overlay(k.clips[1], k.masks[0], 1, inertia) })
		add(true, "Player.Overlay", func() error { return p.Overlay(k.clips[1], 999, 1) })
	}
	layer := animation.Player(crowded).Layer(5)
	for method, call := range map[string]func() error{
		"Player.CrossFade": func() error {
			return animation.Player(noFades).CrossFade(k.clips[1], 1, inertia)
		},
		"Player.CrossFade, blend space": func() error {
			return animation.Player(noFades).CrossFade(k.spaces[0], 1)
		},
		"Player.Stop":                         func() error { return animation.Player(noFades).Stop(1) },
		"Player.Play":                         func() error { return layer.Play(0) },
		"Player.Overlay":                      func() error { return layer.Overlay(0, k.masks[0], 1) },
		"Player.SetMask":                      func() error { return layer.SetMask(999) },
		"Player.SetBlend":                     func() error { return layer.SetBlend(7) },
		"Player.FadeWeight":                   func() error { return layer.FadeWeight(nan, 0) },
		"Player.SetTimeScale":                 func() error { return layer.SetTimeScale(-1) },
		"Player.SetSync":                      func() error { return layer.SetSync(200) },
		"Player.SetMode":                      func() error { return layer.SetMode(9, 0) },
		"Player.SetSpeed":                     func() error { return layer.SetSpeed(nan) },
		"Player.SetPosition":                  func() error { return layer.SetPosition(0, nan) },
		"Player.Seek":                         func() error { return layer.Seek(math.NaN()) },
		"Player.SeekFraction":                 func() error { return layer.SeekFraction(math.Inf(1)) },
		"Player.SeekFiring":                   func() error { return layer.SeekFiring(math.NaN()) },
		"Controller.SetFloat":                 func() error { return controller.SetFloat("f", nan) },
		"Controller.SetInt":                   func() error { return controller.SetInt("f", 1) },
		"Controller.SetBool":                  func() error { return controller.SetBool("none", true) },
		"Controller.Trigger":                  func() error { return controller.Trigger("f") },
		"Controller.ResetTrigger":             func() error { return animation.Controller(e).ResetTrigger("f") },
		"Animation.Update":                    func() error { return animation.Update(-1) },
		"Animation.Restore":                   func() error { return animation.Restore([]byte("x")) },
		"Animation.EnableModelMatrices":       func() error { return animation.EnableModelMatrices(none) },
		"Animation.EnableMaskedModelMatrices": func() error { return animation.EnableMaskedModelMatrices(e, 999) },
		"Animation.LocalPose": func() error {
			return animation.LocalPose(e, rig.NewPose(k.library.Skeleton(otherModel.Skeleton)))
		},
		"Animation.SetLocalPose":   func() error { return animation.SetLocalPose(e, rig.NewPose(k.skeleton), nan) },
		"Animation.ClearLocalPose": func() error { return animation.ClearLocalPose(none) },
		"Animation.SetModel":       func() error { return animation.SetModel(e, otherModel) },
		"Animation.Wear":           func() error { return animation.Wear(e, otherModel) },
		"Animation.Garment":        func() error { return second(animation.Garment(e, k.model)) },
		"Animation.TakeOff":        func() error { return animation.TakeOff(e, k.model) },
		"Animation.AttachModel":    func() error { return second(animation.AttachModel(e, "0", nil)) },
		"Animation.JointModel":     func() error { return second(animation.JointModel(e, "none")) },
		"Animation.JointModelAt":   func() error { return second(animation.JointModelAt(e, 99)) },
		"Animation.JointWorld":     func() error { return second(animation.JointWorld(none, "0")) },
		"Animation.JointWorldAt":   func() error { return second(animation.JointWorldAt(e, -1)) },
		"Animation.DetailByView": func() error {
			return animation.DetailByView(systems.DetailPolicy{Hysteresis: -1})
		},
		"Animation.OnRootMotion": func() error {
			return animation.OnRootMotion(custom{name: string(systems.AtAttach)})
		},
		"Controller.SetFloatParameter": func() error { return controller.SetFloatParameter(graph.Float{}, 1) },
		"Controller.SetIntParameter":   func() error { return controller.SetIntParameter(graph.Int{}, 1) },
		"Controller.SetBoolParameter":  func() error { return controller.SetBoolParameter(graph.Bool{}, true) },
		"Controller.SetTrigger":        func() error { return controller.SetTrigger(graph.Trigger{}) },
		"Controller.ClearTrigger":      func() error { return controller.ClearTrigger(graph.Trigger{}) },
		"Controller.FloatParameter": func() error {
			_, err := controller.FloatParameter(graph.Float{})
			return err
		},
		"Controller.IntParameter": func() error {
			_, err := controller.IntParameter(graph.Int{})
			return err
		},
		"Controller.BoolParameter": func() error {
			_, err := controller.BoolParameter(graph.Bool{})
			return err
		},
		"Controller.IsTriggered": func() error {
			_, err := controller.IsTriggered(graph.Trigger{})
			return err
		},
		"Animation.Release":     func() error { return animation.Release(none) },
		"Animation.SetMorph":    func() error { return animation.SetMorph(e, "no such target", 1) },
		"Animation.Morph":       func() error { return second(animation.Morph(e, "no such target")) },
		"Animation.ClearMorphs": func() error { return animation.ClearMorphs(none) },
		"Animation.HidePart":    func() error { return animation.HidePart(e, "no such part") },
		"Animation.ShowPart":    func() error { return animation.ShowPart(e, "no such part") },
		"Animation.FollowPath":  func() error { return animation.FollowPath(e, []mgl32.Vec3{{}, {1, 0, 0}}, 0, 1) },
		"Animation.ExplainMatch": func() error {
			_, err := animation.ExplainMatch(e, 1)
			return err
		},
		"Animation.SetTint":  func() error { return animation.SetTint(e, mgl32.Vec3{1, -1, 1}) },
		"Animation.SetBuild": func() error { return animation.SetBuild(e, nan) },
		"Animation.TranslateIDs": func() error {
			query := animation.World().Query(arche.All())
			defer query.Close()
			return animation.TranslateIDs(assets.IDMap{})
		},
		"Animation.RestoreAlive": func() error {
			_, err := animation.RestoreAlive(nil)
			return err
		},
		"Animation.Control": func() error {
			_, err := animation.Control(e, other)
			return err
		},
		"Animation.Spawn": func() error {
			_, err := animation.Spawn(&assets.Model{}, mgl32.Ident4())
			return err
		},
		"Animation.Attach": func() error {
			_, err := animation.Attach(e, "no such joint")
			return err
		},
	} {
		add(false, method, call)
	}
	for method, call := range map[string]func() error{
		"Animation.EnableVertices": func() error { return animation.EnableVertices(e) },
		"Animation.Wear":           func() error { return animation.Wear(noFades, k.model) },
		"Animation.SetLocalPose": func() error {
			return animation.SetLocalPose(e, rig.NewPose(k.skeleton), 1)
		},
		"Animation.ClearLocalPose":        func() error { return animation.ClearLocalPose(crowded) },
		"Animation.AttachModel":           func() error { return second(animation.AttachModel(e, "0", k.model)) },
		"Animation.EnableInertialization": func() error { return animation.EnableInertialization(e) },
		"Animation.EnableRootMotion":      func() error { return animation.EnableRootMotion(none) },
		"Animation.Update":                func() error { return animation.Update(0.1) },
		"Animation.Control": func() error {
			_, err := animation.Control(e, graphID)
			return err
		},
		"Animation.Spawn": func() error {
			_, err := animation.Spawn(k.model, mgl32.Ident4())
			return err
		},
		"Animation.Attach": func() error {
			_, err := animation.Attach(e, "0")
			return err
		},
	} {
		add(true, method, call)
	}

	stack, err := modifier.New("stack", k.library.Skeleton(k.model.Skeleton)).Func("goal", func(*modifier.Pose) {}).
		Add(k.library)
	check(t, err)
	otherStack, err := modifier.New("other", k.library.Skeleton(otherModel.Skeleton)).
		Func("goal", func(*modifier.Pose) {}).Add(k.library)
	check(t, err)
	check(t, animation.Modify(e, stack))
	for _, id := range []id.ModifierStack{999, otherStack} {
		add(false, "Animation.Modify", func() error { return animation.Modify(e, id) })
	}
	add(false, "Animation.Modify", func() error { return animation.Modify(none, stack) })
	add(true, "Animation.Modify", func() error { return animation.Modify(crowded, stack) })
	for _, entity := range []ecs.Entity{none, dead, crowded} {
		add(false, "Animation.ResetModifiers", func() error { return animation.ResetModifiers(entity) })
	}
	pair := func(roles ...motion.Role) func() error {
		return func() error {
			_, err := animation.PlayTogether(&motion.Paired{Name: "pair", Roles: roles},
				map[string]ecs.Entity{"a": e, "b": crowded}, systems.PairOptions{})
			return err
		}
	}
	role := motion.Role{Name: "a", Motion: k.clips[0], Place: mgl32.Ident4()}
	for _, second := range []motion.Role{
		{},
		{Name: "c", Motion: k.clips[0], Place: mgl32.Ident4()},
		{Name: "b", Motion: 999, Place: mgl32.Ident4()},
		{Name: "b", Motion: k.clips[0], Place: mgl32.Mat4{nan}},
	} {
		add(false, "Animation.PlayTogether", pair(role, second))
	}
	add(true, "Animation.PlayTogether", pair(role, motion.Role{Name: "b", Motion: k.clips[0], Place: mgl32.Ident4()}))
	goal, inf := animation.Modifier(e, "goal"), float32(math.Inf(1))
	modifiers := map[string]func(m systems.Modifier) error{
		"Goal":     func(m systems.Modifier) error { _, err := m.Goal(); return err },
		"Aim":      func(m systems.Modifier) error { return m.Aim(mgl32.Vec3{1, 2, 3}) },
		"AimLocal": func(m systems.Modifier) error { return m.AimLocal(mgl32.Vec3{1, 2, 3}) },
		"Follow":   func(m systems.Modifier) error { return m.Follow(e, "") },
		"Hold":     func(m systems.Modifier) error { return m.Hold(e, "", mgl32.Vec3{1, 2, 3}, mgl32.QuatIdent()) },
		"StandOn":  func(m systems.Modifier) error { return m.StandOn(mgl32.Vec3{1, 2, 3}, mgl32.Vec3{0, 1, 0}) },
		"StandOnEntity": func(m systems.Modifier) error {
			return m.StandOnEntity(e, mgl32.Vec3{1, 2, 3}, mgl32.Vec3{0, 1, 0})
		},
		"Pole":    func(m systems.Modifier) error { return m.Pole(mgl32.Vec3{1, 2, 3}) },
		"Fade":    func(m systems.Modifier) error { return m.Fade(0.5, 1) },
		"Release": func(m systems.Modifier) error { return m.Release(1) },
	}
	for name, call := range modifiers {
		for _, m := range []systems.Modifier{
			{},
			animation.Modifier(dead, "goal"), animation.Modifier(none, "goal"), animation.Modifier(crowded, "goal"),
			animation.Modifier(e, "no"),
		} {
			add(false, "Modifier."+name, func() error { return call(m) })
		}
	}
	for method, call := range map[string]func() error{
		"Modifier.Aim":      func() error { return goal.Aim(mgl32.Vec3{nan, 0, 0}) },
		"Modifier.AimLocal": func() error { return goal.AimLocal(mgl32.Vec3{0, inf, 0}) },
		"Modifier.Follow":   func() error { return goal.Follow(crowded, "no such joint") },
		"Modifier.StandOn":  func() error { return goal.StandOn(mgl32.Vec3{nan, 0, 0}, mgl32.Vec3{0, 1, 0}) },
		"Modifier.StandOnEntity": func() error {
			return goal.StandOnEntity(e, mgl32.Vec3{0, nan, 0}, mgl32.Vec3{0, 1, 0})
		},
		"Modifier.Pole":    func() error { return goal.Pole(mgl32.Vec3{0, 0, nan}) },
		"Modifier.Fade":    func() error { return goal.Fade(2, 1) },
		"Modifier.Release": func() error { return goal.Release(-1) },
	} {
		add(false, method, call)
	}
	add(false, "Modifier.Follow", func() error { return goal.Follow(dead, "") })
	for _, hold := range []func() error{
		func() error { return goal.Hold(dead, "", mgl32.Vec3{}, mgl32.QuatIdent()) },
		func() error { return goal.Hold(crowded, "no such joint", mgl32.Vec3{}, mgl32.QuatIdent()) },
		func() error { return goal.Hold(e, "", mgl32.Vec3{0, nan, 0}, mgl32.QuatIdent()) },
		func() error { return goal.Hold(e, "", mgl32.Vec3{}, mgl32.Quat{W: nan}) },
	} {
		add(false, "Modifier.Hold", hold)
	}

	for _, seconds := range []float64{-0.25, -math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, p := range []systems.Player{player, player.Layer(2), layer} {
			for method, call := range map[string]func() error{
				"Player.CrossFade":              func() error { return p.CrossFade(k.clips[1], seconds) },
				"Player.CrossFade, blend space": func() error { return p.CrossFade(k.spaces[0], seconds) },
				"Player.Stop":                   func() error { return p.Stop(seconds) },
				"Player.Overlay": func() error {
					return p.Layer(3).Overlay(k.clips[1], k.masks[0], seconds)
				},
				"Player.FadeWeight": func() error { return p.Layer(3).FadeWeight(0.5, seconds) },
				"WithFadeOut":       func() error { return p.CrossFade(k.clips[1], 1, systems.WithFadeOut(seconds)) },
			} {
				add(false, method, func() error {
					err := call()
					if !errors.Is(err, systems.ErrSeconds) ||
						!strings.Contains(err.Error(), fmt.Sprint(seconds, " s")) {
						t.Errorf("%s of %v s: %v", method, seconds, err)
					}
					return err
				})
			}
		}
	}

	for _, seconds := range []float64{-1, 250, math.NaN(), math.Inf(1)} {
		add(false, "Player.Inertialize", func() error {
			err := player.Inertialize(seconds)
			if !errors.Is(err, systems.ErrSeconds) {
				t.Errorf("inertialize in %v s: %v", seconds, err)
			}
			return err
		})
	}
	add(false, "Player.Inertialize", func() error { return animation.Player(dead).Inertialize(1) })
	add(false, "Animation.ShiftOrigin", func() error { return animation.ShiftOrigin([3]float64{0, math.NaN(), 0}) })
	add(false, "Animation.UseVertices", (*systems.Animation)(nil).UseVertices)
	add(false, "Animation.UsePlaces", func() error { return animation.UsePlaces(&ownPlaces{}) })
	for method, call := range map[string]func() error{
		"Animation.ShiftOrigin":  func() error { return animation.ShiftOrigin([3]float64{1, 2, 3}) },
		"Animation.TranslateIDs": func() error { return animation.TranslateIDs(assets.IDMap{}) },
	} {
		add(true, method, call)
	}

	called := map[string]bool{}
	for i, c := range calls {
		called[c.method] = true
		before := k.everything()
		var query generic.Query1[components.Skeleton]
		if c.locked {
			query = generic.NewFilter1[components.Skeleton]().Query(&k.world)
		}
		err := c.call()
		if c.locked {
			query.Close()
		}
		if err == nil {
			t.Errorf("call %d, %s: no error", i, c.method)
		}
		if !bytes.Equal(before, k.everything()) {
			t.Errorf("call %d, %s: %v, but it changed something", i, c.method, err)
		}
	}
	for _, kind := range []reflect.Type{
		reflect.TypeFor[systems.Player](), reflect.TypeFor[systems.Controller](), reflect.TypeFor[systems.Modifier](),
		reflect.TypeFor[*systems.Animation](),
	} {
		for i := range kind.NumMethod() {
			method := kind.Method(i)
			name := method.Name
			if kind.Kind() == reflect.Pointer {
				name = kind.Elem().Name() + "." + name
			} else {
				name = kind.Name() + "." + name
			}
			outs := method.Type.NumOut()
			if outs > 0 && method.Type.Out(outs-1) == reflect.TypeFor[error]() && !called[name] {
				t.Errorf("%s returns an error, and no call of it fails here", name)
			}
		}
	}
}

// second returns the second of two results.
func second[T any](_ T, err error) error { return err }

// everything returns the state of the world: all components of all entities, and the queue of
// events.
func (k *richFixture) everything() []byte {
	all := k.animation.AppendSnapshot(nil)
	query := generic.NewFilter0().Query(&k.world)
	for query.Next() {
		entity := query.Entity()
		all = fmt.Append(all, entity, k.world.Ids(entity))
	}
	layers := generic.NewMap1[components.Layers](&k.world)
	for _, entity := range k.entities() {
		all = fmt.Appendf(all, "%+v", layers.Get(entity))
	}
	return fmt.Append(all, k.animation.Events().Len())
}

func (k *richFixture) entities() (all []ecs.Entity) {
	query := generic.NewFilter1[components.Layers]().Query(&k.world)
	for query.Next() {
		all = append(all, query.Entity())
	}
	return all
}
