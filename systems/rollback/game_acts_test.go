package rollback_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/rollback"
)

// addWatching adds the stack of solvers by which characters of the game look at each other.
func addWatching(library *assets.Library, model *assets.Model) error {
	_, err := modifier.New("watch", library.Skeleton(model.Skeleton)).
		LookAt("look", modifier.LookAt{Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).
		TwoBone("hand", modifier.TwoBone{
			Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand",
			Bend: mgl32.Vec3{0, 0, -1},
		}).
		Add(library)
	return err
}

// addJacket adds the model that characters of the game wear.
func addJacket(library *assets.Library, model *assets.Model) error {
	skin, err := rig.NewSkin("jacket", library.Skeleton(model.Skeleton), []int{3, 1, 2}, nil)
	if err != nil {
		return err
	}
	part := model.Parts[0]
	part.Name, part.Skin, part.Rigid, part.PaletteIndex = "jacket", library.AddSkin(skin), true, 1
	_, err = library.AddModel(&assets.Model{Name: "jacket", Skeleton: model.Skeleton, Parts: []assets.Part{part}})
	return err
}

// addCoat adds a model that characters of the game wear as a garment: it has a tail, which swings.
func addCoat(library *assets.Library, model *assets.Model) error {
	own := library.Skeleton(model.Skeleton)
	var joints []rig.Joint
	for j := range own.Len() {
		joints = append(joints, rig.Joint{
			Name: own.JointName(j), Parent: own.Parent(j), Rest: own.Rest(j), KeepRotation: true,
		})
	}
	above, names := 2, []string{"tail_1", "tail_2", "tail_3"}
	for _, name := range names {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{0.05, 0, -0.2}
		joints = append(joints, rig.Joint{Name: name, Parent: above, Rest: rest})
		above = len(joints) - 1
	}
	skeleton, err := rig.NewSkeleton("coat", joints, nil)
	if err != nil {
		return err
	}
	_, err = modifier.New("tail", skeleton).Spring("tail", modifier.SpringSettings{
		Joints: names, Spring: modifier.Spring{Stiffness: 0.2, Drag: 0.3, Gravity: 0.4, HitRadius: 0.03},
	}).Add(library)
	if err != nil {
		return err
	}
	tail, err := skeleton.FindJoint("tail_2")
	if err != nil {
		return err
	}
	skin, err := rig.NewSkin("coat", skeleton, []int{3, 1, tail}, nil)
	if err != nil {
		return err
	}
	part := model.Parts[0]
	part.Name, part.Skin, part.Rigid, part.PaletteIndex = "coat", library.AddSkin(skin), true, 2
	_, err = library.AddModel(&assets.Model{
		Name: "coat", Skeleton: library.AddSkeleton(skeleton),
		Parts: []assets.Part{part},
	})
	return err
}

// addCrowd adds what the acts of the game need.
func (g *game) addCrowd(t testing.TB) {
	t.Helper()
	var err error
	g.members, err = crowd.New(g.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](g.session))
	g.library.Each(func(key, asset any) bool {
		if stack, ok := asset.(*modifier.Stack); ok && stack.Name() == "watch" {
			g.watch = key.(id.ModifierStack)
		} else if ok && stack.Name() == "tail" {
			g.tail = key.(id.ModifierStack)
		}
		if model, ok := asset.(*assets.Model); ok && model.Name == "coat" {
			g.coat = model
		}
		if model, ok := asset.(*assets.Model); ok && model.Name == "jacket" {
			g.jacket = model
		}
		return true
	})
}

// with returns the entities that have a component, by number.
func (g *game) with(id arche.ID) (list []ecs.Entity) {
	filter := arche.All(id)
	query := g.world.Query(&filter)
	for query.Next() {
		list = append(list, query.Entity())
	}
	slices.SortFunc(list, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	return list
}

// meet lets characters follow, hold and ride each other, play together, fall and get up, and join
// and leave the crowd, and roam by a database.
func (g *game) meet(t testing.TB) {
	d := g.dice.Get()
	all := g.characters()
	if len(all) == 0 {
		return
	}
	e, other := all[d.roll(len(all))], all[d.roll(len(all))]
	doll, some := g.animation.Ragdoll(e), float64(d.roll(10))/20
	switch d.roll(27) {
	case 0, 1:
		if g.animation.Modify(e, g.watch) == nil {
			_ = g.animation.Modifier(e, "look").Follow(other, []string{"right_hand", "head"}[d.roll(2)])
			_ = g.animation.Modifier(e, "look").Fade(1, some)
		}
	case 2:
		if g.animation.Modify(e, g.watch) == nil {
			_ = g.animation.Modifier(e, "hand").Hold(other, "right_hand", mgl32.Vec3{0, 0.1, 0}, mgl32.QuatIdent())
			_ = g.animation.Modifier(e, "hand").Fade(1, some)
			_ = g.animation.Modifier(e, "look").Release(some)
		}
	case 3, 4:
		check(t, doll.Bind(g.bodies))
		check(t, doll.Fade(float32(d.roll(3))/2, some))
	case 5, 6:
		motions, err := doll.Targets(nil)
		for i := range motions { // as a physics engine that is restored with the world
			motions[i].Position[1] *= 0.5 + float32(d.roll(8))/16
			_ = doll.SetBody(i, motions[i].Transform)
		}
		if err == nil {
			_ = doll.SetWeight(d.roll(len(motions)), 0.5)
		}
	case 7:
		check(t, doll.Unbind())
	case 8:
		_, _ = doll.GetUp(mgl32.Vec3{}, some, g.model.Clips[0], g.model.Clips[1])
	case 9:
		size := []float32{1, 1, 0.5, 2}[d.roll(4)]
		_ = doll.MoveTo(mgl32.Translate3D(float32(d.roll(9)), 0, 1).Mul4(mgl32.HomogRotate3DY(float32(d.roll(6)))).
			Mul4(mgl32.Scale3D(size, size, size)))
	case 10:
		_ = g.members.ToCrowd(e)
	case 17:
		clip := g.model.Clips[d.roll(len(g.model.Clips))]
		paired := motion.Paired{Name: "meet", Roles: []motion.Role{
			{Name: "first", Motion: clip, Place: mgl32.Ident4()},
			{Name: "second", Motion: clip, Place: mgl32.Translate3D(0, 0, 1).Mul4(mgl32.HomogRotate3DY(3))},
		}}
		_, _ = g.animation.PlayTogether(&paired, map[string]ecs.Entity{"first": e, "second": other}, systems.PairOptions{
			Fade: some / 2, Move: some, Mode: assets.PlayMode(d.roll(4)), GoesOn: d.roll(2) == 0,
		})
	case 18:
		if d.roll(3) == 0 {
			_ = g.animation.Pair(e).Stop(some)
		} else {
			_ = g.animation.Player(e).SyncWith(g.animation.Player(other))
		}
	case 11:
		if list := g.with(arche.ComponentID[components.CrowdPlayer](g.world)); len(list) > 0 {
			m := g.members.Member(list[d.roll(len(list))])
			_ = m.CrossFade(g.model.Clips[d.roll(len(g.model.Clips))], some)
			if d.roll(2) == 0 && m.Rebase() == nil { // to a weight between, from any
				p := m.Component()
				p.Target, p.Rate = float32(d.roll(5))/4, float32(d.roll(3))
				g.members.Changed(m.Entity())
			}
			_ = g.members.ToCharacter(m.Entity())
		}
	case 12, 13: // also in circles
		if riding := arche.ComponentID[components.Attachment](g.world); g.world.Has(e, riding) {
			g.world.Remove(e, riding)
		} else if joint, err := g.library.Skeleton(g.model.Skeleton).FindJoint("spine_4"); err == nil {
			g.world.Add(e, riding)
			*(*components.Attachment)(g.world.Get(e, riding)) = *components.NewAttachment(other, joint)
		}
	case 14, 15:
		_ = g.animation.Wear(e, g.jacket)
		if d.roll(4) == 0 {
			_ = g.animation.HidePart(e, "jacket")
		}
	case 16:
		_ = g.animation.TakeOff(e, g.jacket)
	case 19: // a garment, whose tail swings or not
		if g.animation.TakeOff(e, g.coat) == nil {
			return
		}
		if g.animation.Wear(e, g.coat) == nil { // it is not the character's own model
			g.swing(t, e, d.roll(4) > 0, some)
		}
	case 20: // a model that is shown by a garment, and back
		if d.roll(3) == 0 {
			check(t, g.animation.SetModel(e, g.model))
			return
		}
		check(t, g.animation.SetModel(e, g.coat))
		g.swing(t, e, d.roll(4) > 0, some)
	default:
		g.roam(t, e, other)
	}
}

// swing lets the tail of a character's coat swing, or not.
func (g *game) swing(t testing.TB, wearer ecs.Entity, swings bool, fade float64) {
	garment, err := g.animation.Garment(wearer, g.coat)
	check(t, err)
	if swings {
		check(t, g.animation.Modify(garment, g.tail))
		check(t, g.animation.Modifier(garment, "tail").Fade(1, fade))
	}
}

// shown counts the characters whose model is shown by a garment, after it has tested that the coat
// has a palette and the body has none.
func (g *game) shown(t testing.TB) (n int) {
	t.Helper()
	for _, e := range g.characters() {
		mesh := (*components.SkinnedMesh)(g.world.Get(e, arche.ComponentID[components.SkinnedMesh](g.world)))
		if mesh == nil || mesh.Model != g.coat.ID {
			continue
		}
		garment, err := g.animation.Garment(e, g.coat)
		if err != nil {
			continue // it died, as other characters do
		}
		if g.animation.Palette(garment, g.coat.Parts[0].Skin) == nil || g.animation.Palette(e, g.model.Parts[0].Skin) != nil {
			t.Errorf("entity %d shows its body, or not its coat", e.ID())
		}
		n++
	}
	return n
}

// reach is a block system of the game: from time to time, a character whose left hand is ahead of
// its right one spawns another one, and one whose right hand is ahead dies, at the end of the
// frame. Spawning draws random numbers, so the order of the calls is in the state.
type reach struct {
	game        *game
	left, right int
}

// panics is a test in which Fatal panics, for calls in a frame of whichever test runs the game.
type panics struct{ testing.TB }

func (panics) Helper()                {}
func (panics) Fatal(arguments ...any) { panic(fmt.Sprint(arguments...)) }

func newReach(g *game) *reach {
	skeleton := g.library.Skeleton(g.model.Skeleton)
	r := &reach{game: g}
	r.left, _ = skeleton.Find("left_hand")
	r.right, _ = skeleton.Find("right_hand")
	return r
}

func (*reach) Name() string { return "Reach" }

func (r *reach) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	const z = 11 // the row of a 3x4 matrix that has the place along z
	for lane := range b.Lanes() {
		e := b.Pool().Owner(b.Slot(lane))
		if (e.ID()+frame.Store.Frame())%24 != 0 {
			continue
		}
		frame.Defer(e, func(*ecs.World) {
			if h := r.game.health.Get(e); h != nil {
				h.Wounds[1] += float32(r.game.dice.Get().roll(100))
			}
		})
		if model := b.Model(); model[(r.left*12+z)*8+lane] > model[(r.right*12+z)*8+lane] {
			frame.Defer(e, func(*ecs.World) { r.game.spawn(panics{}) })
		} else {
			frame.Defer(e, func(world *ecs.World) { world.RemoveEntity(e) })
			frame.Defer(e, func(*ecs.World) { panic("a call about a dead entity was made") })
		}
	}
}

// look reads poses, which must change nothing.
func (g *game) look() {
	for _, e := range g.characters() {
		_, _ = g.animation.JointWorld(e, "head")
		_, _ = g.animation.JointModel(e, "left_hand")
		_, _ = g.animation.Ragdoll(e).Bodies(nil)
		_, _ = g.animation.Ragdoll(e).Targets(nil)
		_, _, _ = g.animation.Ragdoll(e).Nearest(mgl32.Vec3{}, g.model.Clips[0])
	}
}
