package systems

import (
	"cmp"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/eventqueue"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/posestore"
)

// storeOf returns the pose store of a frame with the methods that only the systems call.
func storeOf(frame *ecs.Frame) *posestore.Store { return (*posestore.Store)(frame.Store) }

// queueOf returns the queue of events with the methods that only the systems call.
func queueOf(events *ecs.Events) *eventqueue.Queue[ecs.Event] {
	return (*eventqueue.Queue[ecs.Event])(events)
}

// stopped plays nothing, like a new layer.
var stopped = components.Playback{Mode: assets.Loop, Speed: 1}

// byNumber orders entities by their numbers.
func byNumber(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) }

// affine returns a matrix with numbers of double precision.
func affine(m mgl32.Mat4) exact.Affine {
	matrix := [rig.MatrixSize]float32(rig.MatrixFromMat4(m))
	return exact.ToAffine(&matrix)
}
