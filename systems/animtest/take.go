package animtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/systems"
)

// Rate is the number of frames a second of a take: of a whole clip, and of a recording unless the
// program runs its frames itself.
const Rate = 60

// Take is what a character shows over some frames. It is plain data: a test may make or change one.
type Take struct {
	Name    string // for messages: that of the clip, or of the entity
	Library *assets.Library
	Model   *assets.Model
	Clip    *assets.Clip // of which it is a sample, or nil for a recording of an entity
	Frames  []Frame
}

// Frame is what a character shows at a moment.
type Frame struct {
	Time float64 // seconds: in the clip, or since the recording began
	Pose *rig.Pose
	// Models holds the model matrix of each joint, and Palettes the palette of each of the model's
	// skins, or nil for a skin that is not shown.
	Models   []float32
	Palettes [][]float32
	// World is where the character stands: the Transform of an entity, or the root motion of a clip
	// since its start.
	World rig.Matrix
	// Hidden has a bit for each of the model's first 64 parts, set for a part that the entity hides.
	Hidden uint64
}

// Sample returns a take of a clip of a model, as frames show it: in its baked form, if it has one.
// Without times it is the whole clip, from its start to its end, in steps of 1/[Rate] s at most.
// Each time is in seconds from the start of the clip. The test fails at once for a clip that is not
// there, and for a time outside the clip.
func Sample(t testing.TB, library *assets.Library, model *assets.Model, clip string, times ...float64) *Take {
	t.Helper()
	skeleton := skeletonOf(t, library, model)
	id, err := model.FindClip(clip)
	if err != nil {
		t.Fatalf("animtest: %v", err)
	}
	source := library.Clip(id)
	take := &Take{Name: fmt.Sprintf("clip %q", clip), Library: library, Model: model, Clip: source}
	if len(times) == 0 {
		steps := max(1, int(math.Ceil(float64(source.Duration()*Rate)-1e-6)))
		for i := range steps + 1 {
			times = append(times, source.Duration()*float64(i)/float64(steps))
		}
	}
	baked := library.Baked(id)
	for _, time := range times {
		if !(time >= 0 && time <= source.Duration()+1e-9) { // so that NaN fails too
			t.Fatalf("animtest: clip %q: expected a time from 0 to %g s, found %g", clip, source.Duration(), time)
		}
		pose := rig.NewPose(skeleton)
		at := min(source.Start()+time, source.End())
		if baked != nil {
			baked.Sample(at, pose.Locals, pose.Morphs)
		} else if err := source.Sample(at, pose); err != nil {
			t.Fatalf("animtest: clip %q: %v", clip, err)
		}
		frame := Frame{Time: time, Pose: pose, Models: pose.ModelMatrices(nil), World: rootMotion(source, at)}
		for _, skin := range model.Skins {
			frame.Palettes = append(frame.Palettes, library.Skin(skin).Palette(nil, frame.Models))
		}
		take.Frames = append(take.Frames, frame)
	}
	return take
}

// rootMotion returns how far a clip moved its character at a time.
func rootMotion(source *assets.Clip, time float64) rig.Matrix {
	motion := source.RootMotion()
	if motion == nil {
		return rig.IdentityMatrix()
	}
	var world mgl32.Mat4
	for i, v := range motion.At(time).Matrix(motion.Up()) {
		world[i] = float32(v)
	}
	return rig.MatrixFromMat4(world)
}

// Record runs frames and returns a take of what an entity shows after each. Update runs a frame of
// the program, counted from 0: it gives input, and updates the animation. Nil only updates the
// animation, by 1/[Rate] s. The test fails at once if a frame returns an error, or if the entity is
// no character or ceases to be.
func Record(t testing.TB, animation *systems.Animation, entity ecs.Entity, frames int,
	update func(frame int) error,
) *Take {
	t.Helper()
	if update == nil {
		update = func(int) error { return animation.Update(1.0 / Rate) }
	}
	library, world, seconds := animation.Library(), animation.World(), stopwatch(0)
	take := &Take{Name: fmt.Sprintf("entity %v", entity), Library: library}
	models, places := access.ComponentOf[components.SkinnedMesh](world), access.ComponentOf[components.Transform](world)
	if err := animation.Schedule().Add(&seconds); err != nil {
		t.Fatalf("animtest: %v", err)
	}
	defer func() { _ = animation.Schedule().Remove(&seconds) }() // it is there
	for f := range frames {
		if err := update(f); err != nil {
			t.Fatalf("animtest: frame %d: %v", f, err)
		}
		pool, _ := animation.Pool(entity)
		if pool == nil {
			t.Fatalf("animtest: frame %d: %v: expected a character, found none; is it dead, or was no frame run?", f,
				entity)
		}
		drawn := models.Get(entity)
		if drawn == nil || library.Model(drawn.Model) == nil {
			t.Fatalf("animtest: frame %d: %v: expected an entity that shows a model, found one that shows none", f, entity)
		}
		take.Model = library.Model(drawn.Model)
		pose := rig.NewPose(pool.Skeleton())
		if err := animation.LocalPose(entity, pose); err != nil {
			t.Fatalf("animtest: frame %d: %v: %v", f, entity, err)
		}
		frame := Frame{Time: float64(seconds), Pose: pose, World: rig.IdentityMatrix(), Hidden: drawn.Hidden}
		if frame.Models = slices.Clone(animation.ModelMatrices(entity)); frame.Models == nil {
			frame.Models = pose.ModelMatrices(nil)
		}
		if place := places.Get(entity); place != nil {
			frame.World = rig.MatrixFromMat4(place.Matrix)
		}
		for _, skin := range take.Model.Skins {
			frame.Palettes = append(frame.Palettes, slices.Clone(animation.Palette(entity, skin)))
		}
		take.Frames = append(take.Frames, frame)
	}
	return take
}

// stopwatch is a system that adds up the seconds of frames.
type stopwatch float64

func (s *stopwatch) Name() string { return "animtest.stopwatch" }

func (s *stopwatch) Run(frame *ecs.Frame) { *s += stopwatch(frame.Delta) }

// Pick returns a take of some of the frames, by their indices. The test fails at once for one that
// the take does not have.
func (take *Take) Pick(t testing.TB, frames ...int) *Take {
	t.Helper()
	picked := *take
	picked.Frames = nil
	for _, f := range frames {
		if f < 0 || f >= len(take.Frames) {
			t.Fatalf("animtest: %s: expected a frame from 0 to %d, found %d", take.Name, len(take.Frames)-1, f)
		}
		picked.Frames = append(picked.Frames, take.Frames[f])
	}
	return &picked
}

// skeletonOf returns the skeleton of a model. The test fails at once if there is none.
func skeletonOf(t testing.TB, library *assets.Library, model *assets.Model) *assets.Skeleton {
	t.Helper()
	if !library.Owns(model) {
		t.Fatal("animtest: expected a model of the library, found none or one of another library")
	}
	return library.Skeleton(model.Skeleton)
}

// skeleton returns the skeleton that the take shows. The test fails at once for a take without
// frames.
func (take *Take) skeleton(t testing.TB) *assets.Skeleton {
	t.Helper()
	if take == nil || len(take.Frames) == 0 {
		t.Fatal("animtest: expected a take with frames, found none")
	}
	return take.Frames[0].Pose.Skeleton()
}

// frameAt returns the index of the frame nearest to a time. The test fails at once if none is within
// half a frame.
func (take *Take) frameAt(t testing.TB, seconds float64) int {
	t.Helper()
	take.skeleton(t)
	nearest := 0
	for f := range take.Frames {
		if math.Abs(take.Frames[f].Time-seconds) < math.Abs(take.Frames[nearest].Time-seconds) {
			nearest = f
		}
	}
	if at := take.Frames[nearest].Time; !(math.Abs(at-seconds) <= 0.5/Rate+1e-9) {
		t.Fatalf("animtest: %s: expected a frame at %g s, found none nearer than %g s", take.Name, seconds, at)
	}
	return nearest
}

// where names a frame for messages.
func (take *Take) where(frame int) string {
	return fmt.Sprintf("%s: frame %d (%.3f s)", take.Name, frame, take.Frames[frame].Time)
}
