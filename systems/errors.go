package systems

import (
	"errors"

	"github.com/sinew-go/sinew/ecs"
)

// Errors of an [Animation].
var (
	// ErrWorldTaken means that the world already has an Animation, which was not closed.
	ErrWorldTaken = errors.New("the world already has an animation")
	// ErrWorldLocked means that a query over the world is open, or that a frame is running, so that
	// no components or entities can be added.
	ErrWorldLocked = errors.New("the world is locked: a query over it is open, or a frame is running")
	// ErrBusy means that a frame is running: Update was called by a system, or by two goroutines at
	// once.
	ErrBusy = ecs.ErrBusy
	// ErrNil means that something that cannot be missing is nil, such as the world or the library
	// of a new Animation.
	ErrNil = errors.New("an argument is nil")
	// ErrClosed means that the Animation was closed.
	ErrClosed = errors.New("the animation is closed")
	// ErrDelta means that a frame's time is negative or not finite.
	ErrDelta = errors.New("the time of a frame must be finite and not negative")
	// ErrLongUpdate means that an update has more seconds than the clock allows at once; see
	// [ecs.Clock.MaxSeconds]. Usually milliseconds were given instead of seconds.
	ErrLongUpdate = errors.New("the update is too long")
)

// Errors of handles: of entities, assets and numbers. Errors of one handle alone are beside it.
var (
	// ErrNoCharacter means that the entity is dead or lacks a component of a character.
	ErrNoCharacter = errors.New("the entity is not a character")
	// ErrNoMotion means that the library has no clip, blend space or other motion with the ID, for
	// instance because the ID is of another library. No motion has the ID 0, which
	// [assets.Model.Clip] returns for an unknown name.
	ErrNoMotion = errors.New("there is no such motion")
	// ErrOtherSkeleton means that an asset is for another skeleton than the character's.
	ErrOtherSkeleton = errors.New("the asset is for another skeleton than the character's")
	// ErrSeconds means that a duration is negative, NaN or infinite, or that a fade is longer than
	// the Animation allows; see [WithLongestFade].
	ErrSeconds = errors.New("a duration must be a finite number of seconds of at least 0")
	// ErrWeight means that a weight is outside the range that it can have.
	ErrWeight = errors.New("the weight is out of range")
	// ErrLayerMode means that a motion cannot be played in a layer: an additive one in layer 0 or
	// in a layer that was asked to override, or one that is not additive in an additive layer.
	ErrLayerMode = errors.New("the motion does not fit the mode of the layer")
	// ErrTransform means that a matrix cannot place a model in the world: a number is not finite,
	// its scale is below 1e-12, or its last row is not 0, 0, 0, 1.
	ErrTransform = errors.New("the transform cannot place a model")
	// ErrNoModel means that a model is nil, or that it or its skeleton is not in the library; that
	// a character shows no model, or not the one that was named; or that it cannot wear it besides
	// its own ([Animation.Wear]).
	ErrNoModel = errors.New("the model cannot be shown")
	// ErrNoPart means that no model has a part with the name that could be hidden or shown.
	ErrNoPart = errors.New("the model has no such part")
	// ErrAppearance means that a tint or a build is out of range; see [components.Appearance].
	ErrAppearance = errors.New("the appearance is out of range")
	// ErrNoMorph means that a model has no morph target with the name. Errors of names suggest near
	// ones.
	ErrNoMorph = errors.New("the model has no such morph target")
	// ErrNoRootMotion means that no clip can move the character.
	ErrNoRootMotion = errors.New("no clip has root motion")
	// ErrNoMask means that the library has no mask with the ID.
	ErrNoMask = errors.New("the mask is not in the library")
	// ErrNoCurve means that a fade has a curve that is not in the library.
	ErrNoCurve = errors.New("the curve is not in the library")
	// ErrNotFinite means that a number is infinite or NaN.
	ErrNotFinite = errors.New("the number is not finite")
	// ErrNoJoint means that a skeleton has no joint with the name or index. Errors of names suggest
	// near ones.
	ErrNoJoint = errors.New("the skeleton has no such joint")
	// ErrPose means that a pose or its weight cannot be shown: a number is not finite, or the pose
	// has the wrong length.
	ErrPose = errors.New("the pose cannot be shown")
	// ErrNotRepeatable means that a block system of the program changes the poses of the character
	// and cannot run once more to compute a single one; see [ecs.Repeatable].
	// [Animation.EnableModelMatrices] keeps the matrices instead.
	ErrNotRepeatable = errors.New("a block system that changes poses is not repeatable")
)
