package systems

import (
	"cmp"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/eventqueue"
	"github.com/sinew-go/sinew/internal/posestore"
)

// storeOf returns the pose store of a frame with the methods that only the systems call.
func storeOf(frame *ecs.Frame) *posestore.Store { return (*posestore.Store)(frame.Store) }

// queueOf returns the queue of events with the methods that only the systems call.
func queueOf(events *ecs.Events) *eventqueue.Queue[ecs.Event] {
	return (*eventqueue.Queue[ecs.Event])(events)
}

// byNumber orders entities by their numbers.
func byNumber(a, b ecs.Entity) int { return cmp.Compare(a.ID(), b.ID()) }
