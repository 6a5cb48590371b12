package rollback_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// duet is a dancer, and a watcher whose gaze and hand follow joints of the dancer.
type duet struct {
	animation       *systems.Animation
	session         *rollback.Session
	model           *assets.Model
	dancer, watcher ecs.Entity
}

// newDuet makes the characters, or with spawn unset a world in which a snapshot of them can be
// restored.
func newDuet(t *testing.T, spawn bool) *duet {
	t.Helper()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	check(t, err)
	stack, err := modifier.New("watch", library.Skeleton(model.Skeleton)).
		LookAt("look", modifier.LookAt{Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).
		TwoBone("hand", modifier.TwoBone{
			Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand",
			Bend: mgl32.Vec3{0, 0, -1},
		}).
		Add(library)
	check(t, err)
	d := &duet{animation: newAnimation(t, library), model: model}
	d.session, err = rollback.NewSession(d.animation)
	check(t, err)
	if !spawn {
		return d
	}
	d.dancer, err = d.animation.Spawn(model, mgl32.Translate3D(0.5, 0, 0.5))
	check(t, err)
	check(t, d.animation.Player(d.dancer).Play(model.Clip("run")))
	d.watcher, err = d.animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, d.animation.Modify(d.watcher, stack))
	return d
}

func (d *duet) update(t *testing.T) { check(t, d.animation.Update(1.0/30)) }

// follow lets the watcher look at the dancer's right hand.
func (d *duet) follow(t *testing.T) {
	look := d.animation.Modifier(d.watcher, "look")
	check(t, look.Follow(d.dancer, "right_hand"))
	check(t, look.Fade(1, 0))
}

// A goal that follows a joint of another character reads where the frame poses it. A restored
// snapshot changes nothing of that, in the same world and in another one, also where the goal is
// set only after the restore.
func TestRestoreWithGoalsThatFollowJoints(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after func(d *duet, t *testing.T) // the snapshot is taken
	}{
		{"followed before", (*duet).start, nil},
		{"followed after", func(d *duet, t *testing.T) {
			check(t, d.animation.EnableModelMatrices(d.dancer, "right_hand"))
			d.update(t)
			d.update(t)
		}, func(d *duet, t *testing.T) { d.follow(t) }},
		{"not kept before", nil, func(d *duet, t *testing.T) { d.follow(t) }},
		{"one more joint after", (*duet).start, func(d *duet, t *testing.T) {
			hand := d.animation.Modifier(d.watcher, "hand")
			check(t, hand.Follow(d.dancer, "head"))
			check(t, hand.Fade(1, 0))
		}},
		{"before the first frame", func(d *duet, t *testing.T) { d.follow(t) }, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDuet(t, true)
			if test.before != nil {
				test.before(d, t)
			}
			snapshot, err := d.session.AppendSnapshot(nil)
			check(t, err)
			run := func(d *duet) (frames []*rollback.Image) {
				if test.after != nil {
					test.after(d, t)
				}
				for range 4 {
					d.update(t)
					frames = append(frames, d.session.Take(t))
				}
				return frames
			}
			want := run(d)
			for range 20 {
				d.update(t)
			}
			fresh := newDuet(t, false)
			fresh.dancer, fresh.watcher = d.dancer, d.watcher
			for world, again := range map[string]*duet{"the same world": d, "a fresh world": fresh} {
				check(t, again.session.Restore(snapshot))
				if bytes, err := again.session.AppendSnapshot(nil); err != nil || string(bytes) != string(snapshot) {
					t.Errorf("%s: the snapshot of the restored state differs, %v", world, err)
				}
				for i, got := range run(again) {
					if err := again.session.Compare(want[i], got); err != nil {
						t.Fatalf("%s, frame %d after the snapshot: %v", world, i, err)
					}
				}
			}
		})
	}
}

// start follows the hand for some frames.
func (d *duet) start(t *testing.T) {
	d.follow(t)
	for range 7 {
		d.update(t)
	}
}

// A goal does not read what another character left where the matrix will be kept: the joint is
// posed first, in the same frame.
func TestFollowReadsThePoseOfTheFrame(t *testing.T) {
	d := newDuet(t, true)
	other, err := d.animation.Spawn(d.model, mgl32.Ident4())
	check(t, err)
	check(t, d.animation.EnableModelMatrices(other, "right_hand"))
	d.update(t)
	d.animation.World().RemoveEntity(other)
	check(t, d.animation.Update(0))
	head := func() mgl32.Mat4 {
		m, err := d.animation.JointModel(d.watcher, "head")
		check(t, err)
		return m
	}
	ahead := head()
	d.follow(t)
	check(t, d.animation.Update(0))
	first := head()
	if first == ahead {
		t.Error("the watcher does not follow in the first frame")
	}
	check(t, d.animation.Update(0))
	if head() != first {
		t.Error("the watcher turns in the second frame, in which nothing moves")
	}
}
