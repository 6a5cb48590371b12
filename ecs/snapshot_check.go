package ecs

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
)

// Errors of restoring a snapshot.
var (
	// ErrSnapshot says that bytes are no snapshot, or of another version, or damaged, or do not go with the library.
	ErrSnapshot = errors.New("no snapshot that can be restored")
	// ErrEntityGone says that an entity of a snapshot is dead.
	ErrEntityGone = errors.New("an entity of the snapshot is dead")
	// ErrOpenQuery says that a query over the world is open, under which nothing can be restored.
	ErrOpenQuery = errors.New("a query over the world is open")

	errCut = damaged("it ends too early")
)

func damaged(format string, arguments ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrSnapshot}, arguments...)...)
}

// check says what is wrong with a snapshot, and counts the entities that are dead.
func (s *Snapshots) check(h *header) (dead int, first Entity, err error) {
	tell := func(gone bool, entity Entity) {
		if gone {
			if dead++; dead == 1 {
				first = entity
			}
		}
	}
	b := h.bodies
	s.skeletons = s.skeletons[:0]
	for range h.pools {
		if len(b) < poolSize {
			return 0, first, errCut
		}
		skeleton, err := s.checkPool(b)
		if err != nil {
			return 0, first, err
		}
		slots := takeUint32(b[4:])
		b = b[poolSize:]
		for range slots {
			size, gone, err := s.checkRecord(b, skeleton)
			if err != nil {
				return 0, first, err
			}
			tell(gone, takeEntity(b))
			b = b[size:]
		}
	}
	for i := range uint64(h.unbound) + uint64(h.attached) {
		check := s.checkRecord
		if i >= uint64(h.unbound) {
			check = s.checkAttached
		}
		size, gone, err := check(b, nil)
		if err != nil {
			return 0, first, err
		}
		tell(gone, takeEntity(b))
		b = b[size:]
	}
	if len(b) > 0 {
		return 0, first, damaged("%d bytes belong to nothing", len(b))
	}
	for list := h.list; len(list) > 0; list = list[eventSize:] {
		if _, known := s.status(takeEntity(list)); !known {
			return 0, first, unknown(takeEntity(list))
		}
	}
	return dead, first, nil
}

func unknown(entity Entity) error {
	return damaged("entity %d of generation %d was never in the world", entity.ID(), entity.Generation())
}

// checkPool returns the skeleton of a pool, nil for none.
func (s *Snapshots) checkPool(b []byte) (*assets.Skeleton, error) {
	id, slots, joints, morphs := assets.SkeletonID(takeUint32(b)), takeUint32(b[4:]), takeUint32(b[8:]), takeUint32(b[12:])
	if id == 0 {
		if slots > 0 {
			return nil, damaged("%d characters are of no skeleton", slots)
		}
		return nil, nil
	}
	skeleton := s.store.library.Skeleton(id)
	switch {
	case skeleton == nil:
		return nil, damaged("the library has no skeleton %v", id)
	case int64(skeleton.Len()) != int64(joints) || int64(skeleton.MorphCount()) != int64(morphs):
		return nil, damaged("skeleton %v %q has %d joints and %d morph weights, not %d and %d",
			id, skeleton.Name(), skeleton.Len(), skeleton.MorphCount(), joints, morphs)
	case slices.Contains(s.skeletons, id):
		return nil, damaged("skeleton %v is there twice", id)
	}
	s.skeletons = append(s.skeletons, id)
	return skeleton, nil
}

// checkRecord returns the size of a character's record and whether the character is dead. It is bound to a slot where there is a skeleton.
func (s *Snapshots) checkRecord(b []byte, skeleton *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < recordSize {
		return 0, false, errCut
	}
	entity, flags := takeEntity(b), takeUint32(b[8:])
	alive, known := s.status(entity)
	if !known {
		return 0, false, unknown(entity)
	}
	if flags == isGone && skeleton != nil {
		return recordSize, false, nil
	}
	parameters, layers := counts(flags)
	const slotFlags = isDetailed | isPosed | isKept | hasRow
	if flags&^allFlags&^countFlags != 0 || flags&isGone != 0 || skeleton == nil && flags&slotFlags != 0 ||
		parameters > graph.MaxParameters || layers > components.MaxLayers || flags&hasController == 0 && parameters+layers > 0 {
		return 0, false, damaged("entity %d has impossible flags %#x", entity.ID(), flags)
	}
	size = recordSize + recordTail
	if size += s.componentsSize(b, size, flags); size > len(b) {
		return 0, false, errCut
	}
	if flags&hasAttachment != 0 {
		if err := s.checkTarget(b[:size]); err != nil {
			return 0, false, err
		}
	}
	if flags&(isPosed|hasRow) != 0 {
		pose, err := poseSize(b[size:], skeleton, flags, s.store.library)
		if err != nil {
			return 0, false, err
		}
		size += pose
	}
	if size > len(b) {
		return 0, false, errCut
	}
	return size, !alive, nil
}

// componentsSize returns how many bytes the components of a record take that begin at some place in it. It is more than there are where the record ends
// too early.
func (s *Snapshots) componentsSize(b []byte, from int, flags uint32) int {
	size := sizeOfFixed(flags)
	if parameters, layers := counts(flags); flags&hasController != 0 {
		size += 4*parameters + 8*layers
	}
	if flags&(hasBlend|hasLayers) == 0 || from+size > len(b) {
		return size
	}
	at := from
	if flags&hasPlayer != 0 {
		at += playbackSize
	}
	if flags&hasBlend != 0 {
		fades := fadeSize * usedOf(takeUint32(b[at:]), components.MaxFading)
		at, size = at+blendSize+fades, size+fades
	}
	if flags&hasLayers == 0 || at+layersSize > len(b) {
		return size
	}
	layers := usedOf(takeUint32(b[at:]), components.MaxLayers-1)
	at += layersSize
	for range layers {
		size += layerSize + blendSize
		if at += layerSize; at+blendSize > len(b) {
			return len(b)
		}
		fades := fadeSize * usedOf(takeUint32(b[at:]), components.MaxFading)
		at, size = at+blendSize+fades, size+fades
	}
	return size
}

// checkTarget checks the target of an attachment, which is the last of the components.
func (s *Snapshots) checkTarget(components []byte) error {
	target := takeEntity(components[len(components)-attachmentSize:])
	if _, known := s.status(target); !known {
		return unknown(target)
	}
	return nil
}

// checkAttached does so with what is attached and no character.
func (s *Snapshots) checkAttached(b []byte, _ *assets.Skeleton) (size int, dead bool, err error) {
	if len(b) < recordSize {
		return 0, false, errCut
	}
	entity, flags := takeEntity(b), takeUint32(b[8:])
	alive, known := s.status(entity)
	switch {
	case !known:
		return 0, false, unknown(entity)
	case flags&^hasTransform != hasAttachment:
		return 0, false, damaged("entity %d has impossible flags %#x", entity.ID(), flags)
	}
	if size = recordSize + sizeOfFixed(flags); size > len(b) {
		return 0, false, errCut
	}
	return size, !alive, s.checkTarget(b[:size])
}
