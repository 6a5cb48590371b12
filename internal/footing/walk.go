package footing

import (
	"sync"
	"weak"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

const (
	// plantedHeight is how far, in sizes of the skeleton, a joint of a foot that stands is above its
	// lowest place in the clip.
	plantedHeight = 0.02
	// traveled is how far a clip moves its character at least, in sizes of the skeleton.
	traveled = 0.25
	// walkSpeed is how fast feet that stand move at least where a character walks on the spot, in
	// sizes of the skeleton a second.
	walkSpeed = 0.25
)

// Walk is how a clip moves a character over the ground: as a whole, and by its feet. Lengths are in
// units of the model, and time is that of the clip.
type Walk struct {
	Steps []Step
	// Away is how far the hips move from the first frame to the last, root motion with them.
	Away    float64
	Travels bool // Away is more than what a step on the spot may move them
	// DriftX and DriftZ are the speed of the ground below the feet a second, and Speed is how fast
	// that is.
	DriftX, DriftZ, Speed float64
	IsOnTheSpot           bool // the character walks, but not away
}

// WalkOf looks at up to so many frames of a clip, so many of them a second. It reports false if the
// clip tells nothing: it is short, additive or out of memory, or the body has no feet.
func WalkOf(source *assets.Clip, body Body, rate float64, most int) (Walk, bool) {
	frames := framesOf(source, rate, most)
	if frames < 4 || source.Additive() || len(body.Feet) == 0 {
		return Walk{}, false
	}
	size := body.Skeleton.Size()
	track := NewTrack(body.Feet, plantedHeight*size)
	var first, last mgl32.Vec3
	var models []float32
	pose := rig.NewPose(body.Skeleton)
	for f := range frames {
		time := source.Start() + float64(f)/rate
		if source.Sample(time, pose) != nil {
			return Walk{}, false
		}
		models = pose.ModelMatrices(models)
		moved := source.RootMotion().At(time)
		sin, cos := exact.SinCos(float64(moved.Yaw))
		world := rig.Matrix{
			float32(cos), 0, float32(sin), float32(moved.X),
			0, 1, 0, float32(moved.Y),
			float32(-sin), 0, float32(cos), float32(moved.Z),
		}
		track.Add(models, world)
		m := rig.MatrixAt(models, body.Hips)
		if last = world.Point(mgl32.Vec3{m[3], m[7], m[11]}); f == 0 {
			first = last
		}
	}
	w := Walk{Steps: track.Steps(), Away: level(float64(last[0]-first[0]), float64(last[2]-first[2]))}
	w.Travels = w.Away > traveled*size
	w.DriftX, w.DriftZ = Drift(w.Steps)
	w.DriftX, w.DriftZ = w.DriftX*rate, w.DriftZ*rate
	w.Speed = level(w.DriftX, w.DriftZ)
	w.IsOnTheSpot = !w.Travels && w.Speed > walkSpeed*size
	return w, true
}

// framesOf returns how many frames of a clip there are at so many a second, up to a number.
func framesOf(source *assets.Clip, rate float64, most int) int {
	return min(int((source.End()-source.Start())*rate)+1, most)
}

// Walks remembers of clips how fast a character walks in them on the spot, so that each is measured
// once. Its methods may be called on several goroutines.
type Walks struct {
	mu     sync.Mutex
	speeds map[any]float64 // by weak pointers to the clips; see package untyped
}

const (
	// walkRate and walkFrames are at how many frames a second a clip is looked at, and at how many:
	// two steps are among them.
	walkRate, walkFrames = 30, 60
)

// OnTheSpot returns how fast the ground passes below the feet, in units of the model for a second of
// the clip, or 0 if it does not.
func (w *Walks) OnTheSpot(source *assets.Clip, skeleton *rig.Skeleton) float64 {
	key := weak.Make(source)
	w.mu.Lock()
	speed, ok := w.speeds[key]
	w.mu.Unlock()
	if ok {
		return speed
	}
	if walk, ok := WalkOf(source, LowestBody(skeleton), walkRate, walkFrames); ok && walk.IsOnTheSpot {
		speed = walk.Speed
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.speeds == nil {
		w.speeds = map[any]float64{}
	}
	w.speeds[key] = speed
	return speed
}
