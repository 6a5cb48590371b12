package rollback_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/roaming"
	"github.com/sinew-go/sinew/systems/rollback"
)

// roamingClip makes clip i of the database by which characters of the game roam.
func roamingClip(library *assets.Library, model *assets.Model, i int, seed uint64) (*clip.Clip, error) {
	name := []string{"calm", "angry"}[i]
	c, err := courses.Roaming(name, library.Skeleton(model.Skeleton), roaming.Moves(seed, 8)...)
	if err != nil {
		return nil, err
	}
	if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{AllowStill: true}); err != nil {
		return nil, err
	}
	return clip.WithMarkers(c, clip.Marker{Name: "here", Time: 2}, clip.Marker{Name: "there", Time: 5.5})
}

// addRoaming adds the database by which characters of the game roam, and a graph with states that
// play it, each with frames of other tags, beside a state with a clip.
func addRoaming(library *assets.Library, model *assets.Model) error {
	b := matching.NewBuilder("roaming", library.Skeleton(model.Skeleton)).
		Position("left_foot", 0.75).Velocity("left_foot", 1).Velocity("hips", 1).Trajectory(3, 1.5, -0.2, 0.3, 0.8)
	for i := range 2 {
		c, err := roamingClip(library, model, i, uint64(i))
		if err != nil {
			return err
		}
		b.Clip(library.AddClip(c), nil, c.Name())
	}
	database, err := b.Add(library)
	if err != nil {
		return err
	}
	_, err = graph.New("moods").Trigger("jump").Bool("angry", false).Layer("base",
		graph.State("calm").MotionByID(database).Require("calm").To("angry").WhenTrue("angry").Fade(0.1),
		graph.State("angry").MotionByID(database).Forbid("calm").To("calm").WhenFalse("angry").Fade(0.2),
		graph.State("jump").Clip("jump").PlayMode(clip.Hold).To("calm").ExitTime(0.3).Fade(0.1),
		graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1).Inertialized(),
	).Add(library, model)
	return err
}

// roam lets a character play the database, wish something or nonsense, follow a path to another
// one, and change states.
func (g *game) roam(t testing.TB, e, other ecs.Entity) {
	d := g.dice.Get()
	vector := func() mgl32.Vec3 {
		return mgl32.Vec3{float32(d.roll(13)-6) / 2, 0, float32(d.roll(13)-6) / 2}
	}
	w := g.animation.Wish(e)
	if w == nil || d.roll(8) == 0 {
		switch d.roll(3) {
		case 0:
			_ = g.animation.Player(e).CrossFade(g.walks, float64(d.roll(3))/10)
		case 1:
			_ = g.animation.Player(e).Play(g.walks)
			_ = g.animation.EnableInertialization(e)
		default:
			_, _ = g.animation.Control(e, g.moods)
		}
		return
	}
	switch d.roll(12) {
	case 0, 1, 2:
		w.Velocity, w.Given = vector(), false
	case 3:
		w.Facing = vector()
	case 4: // wishes that are none
		w.Velocity[d.roll(3)], w.Facing[d.roll(3)] = float32(math.NaN()), float32(math.Inf(1))
	case 5:
		at := g.transform.Get(e).Matrix.Col(3).Vec3()
		path := []mgl32.Vec3{at, at.Add(vector()), g.transform.Get(other).Matrix.Col(3).Vec3()}
		_ = g.animation.FollowPath(e, path, float64(d.roll(4))/2, float64(d.roll(6))/2)
	case 6: // the program gives the points
		w.Given = true
		w.Place.Position = w.Place.Position.Add(vector().Mul(0.1))
		for i := range 3 {
			w.Points[i] = components.WishPoint{
				Position: w.Place.Position.Add(vector().Mul(float32(i + 1))), Direction: vector(),
			}
		}
	case 7:
		w.Interval, w.Stay = float32(d.roll(4))/20, float32(d.roll(3))/20
		w.MaxDrift, w.HalfLife = float32(d.roll(3))/4, float32(d.roll(3))/10
	case 8:
		w.Required, w.Forbidden = uint32(d.roll(3)), uint32(d.roll(6))
	case 9:
		w.Started = false
		_ = g.animation.Player(e).SetSpeed(float32(d.roll(5)-1) / 2)
	default:
		if c := g.animation.Controller(e); c.Component() != nil {
			_ = c.SetBool("angry", d.roll(2) == 0)
			if d.roll(4) == 0 {
				_ = c.Trigger("jump")
			}
		}
	}
}

// findRoaming finds the database and its graph.
func (g *game) findRoaming(t testing.TB) {
	t.Helper()
	var err error
	g.walks, err = g.library.FindMotion("roaming")
	check(t, err)
	g.moods, err = g.library.FindGraph("moods")
	check(t, err)
}

// roaming counts the characters that play the database, and those of them in states of the graph.
func (g *game) roaming() (all, inStates int) {
	for _, e := range g.characters() {
		if w := g.animation.Wish(e); w != nil && w.Matched == g.walks {
			all++
			if w.MatchedState != 0 {
				inStates++
			}
		}
	}
	return all, inStates
}

// Peers that replace a clip of the database in the same frame agree in every frame after it: one
// that predicts wrongly and restores, and one that restores what another one saved after the
// replacement. The frames that follow have the frames of the new clip.
func TestPeersReplaceClipsOfADatabase(t *testing.T) {
	probe.Seeds(t, 2, 40, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 26))
		var peers []*game
		for i := range 3 {
			peers = append(peers, newGameWith(t, newContent(), 1+i%2))
			peers[i].dice.Get().State = seed
		}
		steady, wrong, late := peers[0], peers[1], peers[2]
		late.dice.Get().State = 99
		for frame := range 80 {
			if frame%20 == 10 {
				of, from := random.IntN(2), random.Uint64()
				for _, g := range peers {
					c, err := roamingClip(g.library, g.model, of, from)
					check(t, err)
					id, err := g.library.FindMotion(c.Name())
					check(t, err)
					check(t, g.library.SetClip(id, c))
				}
				if got, want := rollback.Fingerprint(late.library), rollback.Fingerprint(steady.library); got != want {
					t.Fatalf("frame %d: the fingerprints are %x and %x", frame, got, want)
				}
			}
			snapshot, err := wrong.session.AppendSnapshot(nil)
			check(t, err)
			wrong.dice.Get().State += 1000 // the prediction
			for range 1 + frame%4 {
				wrong.step(t)
			}
			check(t, wrong.session.Restore(snapshot))
			if frame%20 == 12 {
				check(t, late.session.Restore(snapshot))
			}
			for _, g := range peers {
				g.step(t)
			}
			want, err := steady.session.AppendSnapshot(nil)
			check(t, err)
			for _, g := range peers[1:] {
				if g == late && frame < 12 {
					continue
				}
				if err := steady.session.Compare(steady.session.Take(t), g.session.Take(t)); err != nil {
					t.Fatalf("frame %d: %v", frame, err)
				}
				got, err := g.session.AppendSnapshot(nil)
				check(t, err)
				if !bytes.Equal(got, want) {
					t.Fatalf("frame %d: other snapshots", frame)
				}
			}
		}
		if all, _ := steady.roaming(); all == 0 {
			t.Error("no character plays the database at the end")
		}
	})
}
