package rollback

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"math"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/snapshots"
)

// Session saves and restores the whole state of a world that an Animation animates: which entities
// live, their components, and the registered resources. Unlike [systems.Animation.Restore],
// [Session.Restore] brings back entities that have died since the snapshot, and removes the ones
// born since; every entity keeps its number and generation, so references between entities stay
// right.
//
// Every component of every entity must be registered ([Register]) or left out on purpose ([Skip]);
// the components of package components are registered already. A Session must be used by one
// goroutine at a time, between two frames. The methods of a nil Session return [systems.ErrNil], as
// do those of a nil [Recorder] and a nil [Replay] that return an error.
type Session struct {
	animation *systems.Animation
	world     *ecs.World
	snapshots *posestore.Snapshots
	savers    []*saver // sorted by name
	byID      map[arche.ID]*saver
	shapes    map[arche.Mask]*shape
	all       arche.Filter

	// Reused memory.
	present, saved structure
	structure      []byte
	image, again   image
	ids            assetkeys.Mapper
	rehearsal      []byte
	slot           arche.ID
	mesh, worn     arche.ID

	memory *residency.Table  // of the library, in which the holder is registered; or nil
	holder *residency.Holder // of the clips that were played since the session began
}

// Errors of this package.
var (
	// ErrNotPlain means that a type is registered that has pointers, slices, maps, strings or the
	// like.
	ErrNotPlain = errors.New("the type is no plain data")
	// ErrRegistered means that a type is registered twice.
	ErrRegistered = errors.New("the type is registered already")
	// ErrUnregistered means that an entity has a component that the session does not know, or that a
	// snapshot has a type that the session does not know.
	ErrUnregistered = errors.New("the type is neither registered nor skipped")
	// ErrSnapshot means that bytes are no snapshot of a Session, are damaged or of another version,
	// or were saved with other registered types or another library.
	ErrSnapshot = errors.New("no snapshot that the session can restore")
	// ErrDifference means that two runs of the same frame differ; see [Difference].
	ErrDifference = errors.New("two runs of a frame differ")
	// ErrRecording means that bytes are no recording, are damaged or of another version.
	ErrRecording = errors.New("no recording that can be read")
)

// crcTable returns a table that package crc64 keeps.
func crcTable() *crc64.Table { return crc64.MakeTable(crc64.ECMA) }

var errTruncated = damaged("it ends too early")

// damaged returns an error that wraps [ErrSnapshot].
func damaged(format string, arguments ...any) error {
	return fmt.Errorf("%w: %s", ErrSnapshot, fmt.Sprintf(format, arguments...))
}

func putUint32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }
func getUint32(b []byte) uint32    { return binary.LittleEndian.Uint32(b) }
func putUint64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }
func getUint64(b []byte) uint64    { return binary.LittleEndian.Uint64(b) }

// getEntity reads an entity. Arche makes an entity of given numbers only from JSON, which would be
// too slow here.
func getEntity(b []byte) ecs.Entity {
	numbers := [2]uint32{getUint32(b), getUint32(b[4:])}
	return *(*ecs.Entity)(unsafe.Pointer(&numbers))
}

// This does not compile if an entity has another size than two numbers.
var _ = [1]struct{}{}[unsafe.Sizeof(ecs.Entity{})-unsafe.Sizeof([2]uint32{})]

func appendEntity(dst []byte, entity ecs.Entity) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, entity.ID())
	return binary.LittleEndian.AppendUint32(dst, entity.Generation())
}

// errNoSession is the error for a nil session.
var errNoSession = fmt.Errorf("%w: expected a session from NewSession, found nil", systems.ErrNil)

// NewSession returns a session for the world of an Animation. The errors are
// [systems.ErrWorldLocked] and, for an animation that is nil or the zero value, [systems.ErrNil].
func NewSession(animation *systems.Animation) (*Session, error) {
	if animation.World() == nil {
		return nil, fmt.Errorf("%w: expected an animation for the session, found nil or the zero value", systems.ErrNil)
	}
	all := arche.All()
	s := &Session{
		animation: animation, world: animation.World(), all: &all,
		byID: map[arche.ID]*saver{}, shapes: map[arche.Mask]*shape{}, holder: &residency.Holder{Pins: true},
	}
	if s.world.IsLocked() {
		return nil, systems.ErrWorldLocked
	}
	if err := animation.UseVertices(); err != nil { // of characters that come back with the component
		return nil, err
	}
	s.snapshots = posestore.NewSnapshots(s.world, (*posestore.Store)(animation.Store()),
		snapshots.Resources(animation.Clock(), animation.Events()))
	if err := s.registerOwn(); err != nil {
		return nil, err
	}
	s.slot = arche.ComponentID[components.PoseSlot](s.world)
	s.mesh = arche.ComponentID[components.SkinnedMesh](s.world)
	s.worn = arche.ComponentID[components.Worn](s.world)
	s.pinClips()
	return s, nil
}

// pinClips keeps the clips in memory that are played from now on, if the library has a budget, which
// it may have got since, and they are not kept already.
func (s *Session) pinClips() {
	if memory := residency.Of(s.animation.Library()); memory != nil && memory != s.memory {
		s.memory, s.holder.Since = memory, memory.Frame()
		memory.Register(s.holder)
	}
}

// SetWindow sets how many frames the program goes back at most, counted with those that it runs
// again. In a library with a budget ([assets.Library.SetBudget]) the clips that were played in them
// do not leave the memory, so that the frames can run again with the same bits. Without a window,
// 0, these are the clips that were played since the session began, or since its first snapshot if
// the budget was set after that. The error is of a negative number.
func (s *Session) SetWindow(frames int) error {
	if s == nil {
		return errNoSession
	}
	if frames < 0 || int64(frames) > math.MaxInt32 {
		return fmt.Errorf("expected a window of 0 to %d frames, found %d", math.MaxInt32, frames)
	}
	s.memory.Pause() // no clips leave meanwhile
	defer s.memory.Resume()
	s.holder.Frames = uint32(frames)
	return nil
}

// keys returns the keys of the library's assets.
func (s *Session) keys() *assetkeys.Table { return (*assetkeys.Table)(s.animation.Library().Keys()) }

// Animation returns the animation of the session.
func (s *Session) Animation() *systems.Animation {
	if s == nil {
		return nil
	}
	return s.animation
}
