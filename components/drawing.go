package components

import (
	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Transform places an entity: Matrix takes its model space to world space. A character without one
// is drawn at the origin.
type Transform struct {
	Matrix mgl32.Mat4
}

// NewTransform returns the transform to a position in world space, without rotation and scale.
func NewTransform(x, y, z float32) *Transform { return &Transform{Matrix: mgl32.Translate3D(x, y, z)} }

func transformRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Transform]{
		Size: codec.MatrixSize, Put: putTransform, Get: getTransform, IsOfAttached: true,
	})
}

func putTransform(b []byte, t *Transform) []byte { return codec.PutMatrix(b, &t.Matrix) }
func getTransform(b []byte, t *Transform) []byte { return codec.GetMatrix(b, &t.Matrix) }

// SkinnedMesh draws the parts of a model on a character, each deformed by its skin. The model must
// have the character's skeleton.
type SkinnedMesh struct {
	Model id.Model
	// Hidden has a bit for each of the model's first 64 parts; a part whose bit is set is not
	// drawn. Neither is a part that the model hides, or the pose of the character (assets.Part).
	Hidden uint64
}

func skinnedMeshRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[SkinnedMesh]{
		Size: skinnedMeshSize, Put: putSkinnedMesh, Get: getSkinnedMesh,
		IDs: []componenttable.ID{{Kind: assetkeys.Model, At: 0}},
	})
}

const skinnedMeshSize = 12

func putSkinnedMesh(b []byte, m *SkinnedMesh) []byte {
	codec.PutUint32(b, uint32(m.Model))
	codec.PutUint64(b[4:], m.Hidden)
	return b[skinnedMeshSize:]
}

func getSkinnedMesh(b []byte, m *SkinnedMesh) []byte {
	m.Model, m.Hidden = id.Model(codec.GetUint32(b)), codec.GetUint64(b[4:])
	return b[skinnedMeshSize:]
}

// MaxWorn is the largest number of models that a character wears besides that of its [SkinnedMesh].
const MaxWorn = 8

// Worn draws further models on a character with a [SkinnedMesh], such as a jacket and hair that are
// files of their own: their parts are drawn as if its model had them too. Each model must have the
// character's skeleton.
type Worn struct {
	// Models are the models, each with its hidden parts. An element draws nothing if its Model is 0
	// or was removed from the library.
	Models [MaxWorn]SkinnedMesh
}

func wornRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Worn]{
		Size: MaxWorn * skinnedMeshSize, Put: putWorn, Get: getWorn, IDs: wornIDs(),
	})
}

func wornIDs() (ids []componenttable.ID) {
	for i := range MaxWorn {
		ids = append(ids, componenttable.ID{Kind: assetkeys.Model, At: i * skinnedMeshSize})
	}
	return ids
}

func putWorn(b []byte, w *Worn) []byte {
	for i := range w.Models {
		b = putSkinnedMesh(b, &w.Models[i])
	}
	return b
}

func getWorn(b []byte, w *Worn) []byte {
	for i := range w.Models {
		b = getSkinnedMesh(b, &w.Models[i])
	}
	return b
}

// PreSkinned skins the vertices of a character with a [SkinnedMesh] once in each frame, before the
// passes that draw them: worth it for a character of many vertices that several passes draw. Such a
// character is drawn by calls of its own, and its vertices take 40 bytes each on the GPU.
type PreSkinned struct{}

func preSkinnedRow() componenttable.Row {
	return componenttable.OfSession[PreSkinned]("no system changes it")
}

// RigidMesh draws a mesh at the entity's [Transform].
type RigidMesh struct {
	Mesh id.Mesh
}

func rigidMeshRow() componenttable.Row {
	return componenttable.OfSession[RigidMesh]("no system changes it")
}

// Attachment makes an entity follow a joint of a character: a sword in a hand, a hat, a camera, or
// a socket for any of them. In every frame the entity's [Transform] becomes
//
//	Transform of Target · model matrix of the joint · Offset
//
// An attached character is posed after its target, at its place of the same frame. With the joint
// [EveryJoint] it is a garment: it stands where its target stands, and moves with all its joints.
type Attachment struct {
	// Target is the character. While it is dead or has no pose, the entity stays where it is.
	Target arche.Entity
	// Joint is the index of the joint in the skeleton of Target, or EveryJoint. If there is no such
	// joint, the entity stays where it is.
	Joint int32
	// Offset takes the entity's model space to the joint's space.
	Offset mgl32.Mat4
	// WorldScale leaves out the scale of Target and of the joint, so that the entity keeps the size
	// that Offset gives it: the three axes of Transform of Target · model matrix of the joint are
	// brought to length 1.
	WorldScale bool
	// RemoveWithTarget removes the entity at the beginning of the next frame when Target is dead or
	// is no character any more, which is one without a [Skeleton]. Otherwise the entity outlives
	// its target.
	RemoveWithTarget bool
}

// EveryJoint is the Joint of an [Attachment] that follows all joints of its target. The entity's
// [Transform] becomes Transform of Target · Offset. A character whose skeleton has all joints of
// the target's (JointsOf of [github.com/sinew-go/sinew/assets/rig.Skeleton]) is a garment: in each
// frame these get the pose that the target shows, with its morph weights and visibility, before the
// garment's own [Modifiers] run. Its other joints, such as those of a skirt, move by its own clips,
// goals and springs. A garment is posed in the same frames and at the same level of detail as its
// target, whatever its own [LevelOfDetail] says, and passes time as its target does, unless it has a
// [TimeScale]. It is not -1, which a look-up that failed may give.
const EveryJoint = -2

// NewAttachment makes an entity follow a joint of a character exactly, without an offset. The
// entity also needs a [Transform].
func NewAttachment(target arche.Entity, joint int) *Attachment {
	return &Attachment{Target: target, Joint: int32(joint), Offset: mgl32.Ident4()}
}

func attachmentRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Attachment]{
		Size: attachmentSize, Put: putAttachment, Get: getAttachment, Check: checkAttachment, IsOfAttached: true,
	})
}

const attachmentSize = codec.EntitySize + 4 + codec.MatrixSize + 4

func putAttachment(b []byte, a *Attachment) []byte {
	codec.PutEntity(b, a.Target)
	codec.PutUint32(b[8:], uint32(a.Joint))
	b = codec.PutMatrix(b[12:], &a.Offset)
	codec.PutUint32(b, uint32(codec.Flag(a.WorldScale, 1)|codec.Flag(a.RemoveWithTarget, 2)))
	return b[4:]
}

func getAttachment(b []byte, a *Attachment) []byte {
	a.Target, a.Joint = codec.GetEntity(b), int32(codec.GetUint32(b[8:]))
	b = codec.GetMatrix(b[12:], &a.Offset)
	a.WorldScale, a.RemoveWithTarget = b[0]&1 != 0, b[0]&2 != 0
	return b[4:]
}

func checkAttachment(b []byte, known func(arche.Entity) bool) error {
	if target := codec.GetEntity(b); !known(target) {
		return codec.Damaged("entity %d of generation %d was never in the world", target.ID(), target.Generation())
	}
	return nil
}
