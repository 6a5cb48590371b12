package systems_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// An attached character is posed, to the bit, as one that moves by itself and stands where the
// attached one is after the frame: its goals in the world, its feet on the ground, and the springs
// that it wears, at any depth.
func TestAttachedCharactersArePosedWhereTheyAre(t *testing.T) {
	probe.Serial(t)
	for _, n := range chainLengths {
		riding, free := newCompany(t, systems.WithWorkers(2)), newCompany(t, systems.WithWorkers(1))
		chains := map[*company][]ecs.Entity{}
		for _, c := range []*company{riding, free} {
			c.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
				return 0.1*x - 0.05, mgl32.Vec3{-0.1, 1, 0}.Normalize()
			}))
			for i := range n + 1 {
				entity := c.spawn(i, c.all)
				check(t, c.animation.Modifier(entity, "hand").Aim(mgl32.Vec3{0.5, 1.2, 0.3}))
				check(t, c.animation.Modifier(entity, "look").Aim(mgl32.Vec3{2, 1.2, -0.3}))
				chains[c] = append(chains[c], entity)
			}
		}
		for i := 1; i <= n; i++ {
			riding.hang(chains[riding][i], chains[riding][i-1], "spine_2")
		}
		for range 20 {
			riding.update(chains[riding][0])
			for i := range n {
				*free.transforms.Get(chains[free][i+1]) = *riding.transforms.Get(chains[riding][i+1])
			}
			free.update(chains[free][0])
			for i := range n + 1 {
				want, got := free.animation.ModelMatrices(chains[free][i]), riding.animation.ModelMatrices(chains[riding][i])
				if !sameBits(want, got) {
					t.Fatalf("frame %d: character %d of %d is posed otherwise than without attachment", riding.frame, i, n)
				}
			}
		}
	}
}

// Characters that depend on each other in a circle: one uses what the frame before left of the
// other, always the same one, and this is told once.
func TestCirclesUseTheFrameBefore(t *testing.T) {
	for name, test := range map[string]struct {
		start    func(c *company, low, high ecs.Entity)
		followed func(low, high, of ecs.Entity) ecs.Entity
		lagged   string
	}{
		"two goals": {func(c *company, low, high ecs.Entity) {
			c.follow(low, "hand", high, "spine_4")
			c.follow(high, "hand", low, "spine_4")
		}, theOther, "low"},
		"a rider with a hand at its reins": {func(c *company, low, high ecs.Entity) {
			c.hang(low, high, "spine_2")
			c.follow(low, "hand", high, "spine_4")
			c.follow(high, "hand", low, "spine_4")
		}, theOther, "high"},
		"what it holds itself": {func(c *company, low, high ecs.Entity) {
			sword, err := c.animation.Attach(low, "spine_4")
			check(c.t, err)
			c.follow(low, "hand", sword, "")
			c.follow(high, "hand", low, "spine_4")
		}, func(low, _, _ ecs.Entity) ecs.Entity { return low }, "low"},
	} {
		t.Run(name, func(t *testing.T) {
			var poses [][]float32
			for history := range 3 {
				var text bytes.Buffer
				logger := slog.New(slog.NewTextHandler(&text, nil))
				c := newCompany(t, systems.WithWorkers(1+history), systems.WithLogger(logger))
				low, high := c.spawn(0, c.reach), c.spawn(1, c.reach)
				others := generic.NewMap1[components.TimeScale](&c.world)
				if history > 0 { // queries come to high first
					others.Assign(low, components.NewTimeScale())
				}
				test.start(c, low, high)
				c.update(high)
				for i := range 6 {
					left := map[ecs.Entity]mgl32.Mat4{} // by the frame before
					for _, e := range []ecs.Entity{low, high} {
						m, err := c.animation.JointModel(e, "spine_4")
						check(t, err)
						left[e] = m
						if c.attachments.Get(e) != nil {
							left[e] = c.transforms.Get(e).Matrix.Mul4(m)
						}
					}
					c.update(high)
					for _, e := range []ecs.Entity{low, high} {
						other, is := test.followed(low, high, e), map[ecs.Entity]string{low: "low", high: "high"}[e]
						space := c.joint(other, "spine_4")
						if is == test.lagged {
							space = left[other]
							if c.attachments.Get(other) == nil { // the program moves it before the frame
								space = c.transforms.Get(other).Matrix.Mul4(space)
							}
							if distance(space, c.joint(other, "spine_4")) < 1e-3 {
								t.Fatal("the frame before shows no other place")
							}
						}
						c.checkGoal(is, e, "left_hand", space)
						if poses = append(poses, slices.Clone(c.animation.ModelMatrices(e))); history > 0 &&
							!sameBits(poses[len(poses)-1], poses[(len(poses)-1)%12]) {
							t.Fatalf("frame %d of %s has other bits with another history", i, is)
						}
					}
				}
				if got := text.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "circle") {
					t.Errorf("it is told %q", got)
				}
			}
		})
	}
}

// theOther returns the one of two characters that another one, which is one of them, is not.
func theOther(low, high, of ecs.Entity) ecs.Entity {
	if of == low {
		return high
	}
	return low
}

// distance returns how far the places of two matrices are from each other.
func distance(a, b mgl32.Mat4) float32 { return a.Col(3).Vec3().Sub(b.Col(3).Vec3()).Len() }

// The bodies of a character that hangs pose it where it is, to the bit as one that moves by itself.
func TestRagdollOfAttachedCharacter(t *testing.T) {
	probe.Serial(t)
	var stages [2]*dollStage
	var riders [2]ecs.Entity
	var dolls [2]systems.Ragdoll
	var horse ecs.Entity
	var transforms [2]generic.Map1[components.Transform]
	for i := range stages {
		s := newDollStage(t, 1)
		stages[i], transforms[i] = s, generic.NewMap1[components.Transform](&s.world)
		first, _ := s.spawn(mgl32.Ident4(), "run")
		riders[i], dolls[i] = s.spawn(mgl32.Ident4(), "walk")
		s.must(dolls[i].Start())
		if i == 0 {
			horse = first
			attachments := generic.NewMap1[components.Attachment](&s.world)
			attachments.Assign(riders[0], components.NewAttachment(first, 3))
		}
	}
	for frame := range 20 {
		transforms[0].Get(horse).Matrix = mgl32.Translate3D(0.1*float32(frame), 0.2, 0).
			Mul4(mgl32.HomogRotate3DY(0.1 * float32(frame)))
		if frame > 0 {
			targets, err := dolls[0].Targets(nil)
			check(t, err)
			for i, doll := range dolls {
				stages[i].must(doll.SetBodies(transformsOf(targets)))
			}
		}
		stages[0].update(1.0 / 60)
		*transforms[1].Get(riders[1]) = *transforms[0].Get(riders[0])
		stages[1].update(1.0 / 60)
		if d := largestDifference(stages[0].matrices(riders[0]), stages[1].matrices(riders[1])); d != 0 {
			t.Fatalf("frame %d: the joints are %v m from where they are without attachment", frame, d)
		}
	}
}

// A character that is skipped moves what hangs on it by the pose that it shows, and hangs itself.
func TestDependentsOfSkippedCharacters(t *testing.T) {
	c := newCompany(t)
	first, rider, guest := c.spawn(0, c.reach), c.spawn(1, c.reach), c.spawn(2, c.reach)
	c.hang(rider, first, "spine_2")
	c.hang(guest, rider, "spine_2")
	c.follow(guest, "hand", rider, "spine_4")
	details := generic.NewMap1[components.LevelOfDetail](&c.world)
	for _, e := range []ecs.Entity{first, rider, guest} {
		details.Add(e)
	}
	for range 3 {
		c.update(first)
	}
	for i, skipped := range []ecs.Entity{first, rider, guest} {
		*details.Get(skipped) = components.LevelOfDetail{Culled: true, Fixed: true}
		before := slices.Clone(c.animation.ModelMatrices(skipped))
		for range 4 {
			place := c.transforms.Get(skipped).Matrix
			c.update(first)
			c.checkHung("the rider", rider)
			c.checkHung("the guest", guest)
			if skipped != guest {
				c.checkGoal("the guest", guest, "left_hand", c.joint(rider, "spine_4"))
			}
			if !sameBits(before, c.animation.ModelMatrices(skipped)) || c.transforms.Get(skipped).Matrix == place {
				t.Fatalf("character %d is posed although it is skipped, or does not move", i)
			}
		}
		*details.Get(skipped) = components.LevelOfDetail{}
		c.update(first)
	}
}

// Frames of dependents allocate nothing, also with circles.
func TestDependentsAllocateNothing(t *testing.T) {
	if probe.Race {
		t.Skip("functions that are not inlined allocate: run the test without -race")
	}
	for _, workers := range []int{1, 4} {
		c := newCompany(t, systems.WithWorkers(workers), systems.WithLogger(nil))
		var all []ecs.Entity
		for i := range 30 {
			all = append(all, c.spawn(i, c.reach))
		}
		for i := 1; i < 20; i++ {
			c.hang(all[i], all[i/2], "spine_2")
			c.follow(all[i], "hand", all[i-1], "spine_4")
		}
		for i := 20; i < 30; i++ { // circles of two
			c.follow(all[i], "hand", all[i^1], "spine_4")
		}
		for range 3 {
			c.update(all[0])
		}
		if n := testing.AllocsPerRun(50, func() { c.update(all[0]) }); n != 0 {
			t.Errorf("%d workers: a frame allocates %v times", workers, n)
		}
	}
}

// Without ResolveGoals, Attach still moves chains from top to bottom.
func TestAttachWithoutResolveGoals(t *testing.T) {
	c := newCompany(t)
	chain := []ecs.Entity{c.spawn(0, 0), c.spawn(1, 0), c.spawn(2, 0)}
	c.hang(chain[1], chain[2], "spine_2")
	c.hang(chain[2], chain[0], "spine_2")
	sword, err := c.animation.Attach(chain[1], "right_hand")
	check(t, err)
	check(t, c.animation.Schedule().Remove(systems.AtResolveGoals))
	for range 3 {
		c.update(chain[0])
		for _, e := range []ecs.Entity{chain[1], chain[2], sword} {
			c.checkHung("an entity", e)
		}
	}
}

// panicking is a ground that panics on demand.
type panicking struct {
	panics bool
	asked  int // feet
}

func (p *panicking) Under(feet []systems.FootQuery) {
	p.asked += len(feet)
	if p.panics {
		panic(errGround)
	}
}

var errGround = errors.New("no ground")

// The ground is asked once in a frame for each foot, wherever its character hangs. A panic between
// two waves is one of ResolveGoals, and the next frame is as good as any.
func TestGroundOfDependents(t *testing.T) {
	c := newCompany(t)
	first, rider := c.spawn(0, c.reach), c.spawn(1, c.all)
	c.hang(rider, first, "spine_2")
	ground := &panicking{}
	c.animation.SetGround(ground)
	c.update(first)
	if ground.asked != 2 {
		t.Fatalf("the rider's feet ask %d times", ground.asked)
	}
	func() {
		defer func() {
			var system *ecs.SystemPanic
			if err, ok := recover().(error); !ok || !errors.As(err, &system) || system.System != "ResolveGoals" ||
				!errors.Is(err, errGround) {
				t.Errorf("the panic is %v", err)
			}
		}()
		ground.panics = true
		c.update(first)
	}()
	ground.panics = false
	c.update(first)
	c.checkHung("the rider", rider)
}

// A block system of the program that runs by itself, before the poses or after them, poses nobody
// earlier, and comes to each character once.
func TestBlockSystemsBesideWaves(t *testing.T) {
	c := newCompany(t, systems.WithWorkers(1))
	chain := []ecs.Entity{c.spawn(0, c.reach), c.spawn(1, c.reach), c.spawn(2, c.reach)}
	c.hang(chain[1], chain[0], "spine_2")
	c.hang(chain[2], chain[1], "spine_2")
	c.follow(chain[2], "hand", chain[0], "spine_4")
	seen := map[string]map[ecs.Entity]int{}
	for anchor, before := range map[ecs.SystemName]bool{systems.AtSampleClips: true, systems.AtAttach: false} {
		name := fmt.Sprintf("count by %s", anchor)
		seen[name] = map[ecs.Entity]int{}
		system := calls{name, ecs.EachBlock(counts{name + ", blocks", seen[name]})}
		if before {
			check(t, c.animation.Schedule().InsertBefore(anchor, system))
		} else {
			check(t, c.animation.Schedule().InsertAfter(anchor, system))
		}
	}
	for range 5 {
		c.update(chain[0])
		c.checkHung("the second", chain[1])
		c.checkHung("the third", chain[2])
		c.checkGoal("the third", chain[2], "left_hand", c.joint(chain[0], "spine_4"))
	}
	for name, n := range seen {
		for _, e := range chain {
			if n[e] != 5 {
				t.Errorf("%s: entity %d is seen %d times in 5 frames", name, e.ID(), n[e])
			}
		}
	}
}

// A block system of the program between ResolveGoals and those that pose begins no wave: what waits
// for a pose waits for LocalToModel.
func TestBlockSystemsBeforeWaves(t *testing.T) {
	c := newCompany(t, systems.WithWorkers(1))
	chain := []ecs.Entity{c.spawn(0, c.reach), c.spawn(1, c.reach), c.spawn(2, c.reach)}
	c.hang(chain[1], chain[0], "spine_2")
	c.follow(chain[2], "hand", chain[1], "spine_4")
	seen := map[ecs.Entity]int{}
	check(t, c.animation.Schedule().InsertAfter(systems.AtResolveGoals, ecs.EachBlock(counts{"early", seen})))
	for range 5 {
		c.update(chain[0])
		c.checkHung("the second", chain[1])
		c.checkGoal("the third", chain[2], "left_hand", c.joint(chain[1], "spine_4"))
	}
	for _, e := range chain {
		if seen[e] != 5 {
			t.Errorf("entity %d is seen %d times in 5 frames", e.ID(), seen[e])
		}
	}
}

// calls is a system that runs another one.
type calls struct {
	name   string
	system ecs.System
}

func (c calls) Name() string         { return c.name }
func (c calls) Run(frame *ecs.Frame) { c.system.Run(frame) }

// counts counts how often it comes to each character. It must run with one worker.
type counts struct {
	name string
	seen map[ecs.Entity]int
}

func (c counts) Name() string { return c.name }

func (c counts) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		c.seen[b.Pool().Owner(b.Slot(lane))]++
	}
}

// Where attachments alone make a circle, one character is posed and shown where the frame before
// puts it; the other hangs on it as in every frame.
func TestCircleOfAttachments(t *testing.T) {
	c := newCompany(t, systems.WithLogger(nil))
	low, high, first := c.spawn(0, 0), c.spawn(1, 0), c.spawn(2, 0)
	c.hang(low, high, "spine_2")
	c.hang(high, low, "spine_2")
	c.update(first)
	for range 5 {
		want := c.joint(high, "spine_2").Mul4(c.attachments.Get(low).Offset)
		c.update(first)
		c.checkHung("the higher one", high)
		if got := c.transforms.Get(low).Matrix; !got.ApproxEqualThreshold(want, 1e-5) {
			t.Errorf("frame %d: the lower one is at\n%v, want\n%v", c.frame, got, want)
		}
	}
}
