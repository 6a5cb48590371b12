package ecs

import (
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Errors of restoring a snapshot.
var (
	// ErrSnapshot reports bytes that are no snapshot, are damaged or of another format version, or
	// do not match the library.
	ErrSnapshot = codec.ErrSnapshot
	// ErrEntityGone reports that an entity of the snapshot is dead.
	ErrEntityGone = posestore.ErrEntityGone
	// ErrOpenQuery reports an open query over the world, during which nothing can be restored.
	ErrOpenQuery = posestore.ErrOpenQuery
)
