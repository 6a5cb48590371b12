package bvh

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// recording is a file that becomes a model.
type recording struct {
	*parser
	name     string
	scale    float64
	skeleton *rig.Skeleton
	motion   *motion
}

// chooseScale finds the factor by which all lengths are multiplied, and makes the skeleton.
func (r *recording) chooseScale(o *Options) (err error) {
	if o.Scale > 0 {
		r.scale = o.Scale
	}
	if r.skeleton, err = r.newSkeleton(); err != nil || o.Scale > 0 {
		return err
	}
	meters := r.skeleton.MetersPerUnit()
	switch {
	case meters == 1:
	case o.Meters:
		r.warn("a skeleton %.3g units large is not in meters: all lengths were multiplied by %v", r.skeleton.Size(), meters)
		r.scale = meters
		r.skeleton, err = r.newSkeleton()
	default:
		r.warn("a skeleton %.3g units large is hardly in meters: lengths were left as they are; Options.Meters "+
			"multiplies them by %v, Options.Scale by any number, and by 1 without this warning", r.skeleton.Size(), meters)
	}
	return err
}

func (r *recording) warn(format string, arguments ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, arguments...))
}

// newSkeleton makes the skeleton. Its joints are those of the file, in their order, which is
// parents first and depth first.
func (r *recording) newSkeleton() (*rig.Skeleton, error) {
	joints := make([]rig.Joint, len(r.joints))
	for i := range r.joints {
		j := &r.joints[i]
		at, ok := scaled(j.offset, r.scale)
		if !ok {
			return nil, fmt.Errorf("expected an OFFSET of %s that fits in a float32, found %v times the scale %v", j.what(),
				j.offset, r.scale)
		}
		joints[i] = rig.Joint{Name: j.name, Parent: j.parent, Rest: rig.TRS{
			Translation: at, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1},
		}}
	}
	return rig.NewSkeleton(r.name, joints, nil)
}

// addTo adds the skeleton and the clip to the library and returns the model.
func (r *recording) addTo(lib *assets.Library, o *Options) (*assets.Model, error) {
	shared := r.share(lib)
	model := &assets.Model{Name: r.name, Bounds: r.bounds(), Scenes: []assets.Scene{{Name: r.name}}}
	for i := range r.joints {
		parent := r.joints[i].parent
		model.Nodes = append(model.Nodes, assets.Node{
			Name: r.joints[i].name, Parent: parent, Rest: r.skeleton.Rest(i), Joint: i, IsJoint: true, Offset: mgl32.Ident4(),
		})
		if parent < 0 {
			model.Scenes[0].Roots = append(model.Scenes[0].Roots, i)
		}
	}
	c, err := r.newClip(o)
	if err != nil {
		return nil, err
	}
	if model.Skeleton = shared; shared == 0 {
		if model.Skeleton = lib.AddSkeleton(r.skeleton); model.Skeleton == 0 {
			return nil, errFull
		}
	}
	var clips []assets.ClipID
	if c != nil {
		if clips, err = lib.AddClips([]*assets.Clip{c}, o.Baking); err != nil {
			r.removeFrom(lib, model, shared != 0)
			return nil, err
		}
	}
	model.SetClips(lib, clips)
	model.Warnings = r.warnings
	if _, err := lib.AddModel(model); err != nil {
		for _, id := range clips {
			lib.RemoveClip(id)
		}
		r.removeFrom(lib, model, shared != 0)
		return nil, err
	}
	return model, nil
}

// share takes a skeleton of the library that equals that of the recording in its place, as
// recordings of one person have, so that the clips of all of them move one skeleton. It returns the
// ID of the skeleton, or 0 if there is none.
func (r *recording) share(lib *assets.Library) (found assets.SkeletonID) {
	lib.Each(func(of, asset any) bool {
		skeleton, isSkeleton := asset.(*assets.Skeleton)
		if isSkeleton && skeleton.Equal(r.skeleton) {
			r.skeleton, found = skeleton, of.(assets.SkeletonID)
		}
		return isSkeleton && found == 0
	})
	return found
}

// removeFrom removes the skeleton of a model that could not be added, unless the library had it.
func (r *recording) removeFrom(lib *assets.Library, model *assets.Model, isShared bool) {
	if !isShared {
		lib.RemoveSkeleton(model.Skeleton)
	}
}

var errFull = errors.New("the library is full")

// bounds returns a box around the joints in the rest pose.
func (r *recording) bounds() assets.Box {
	models := rig.NewPose(r.skeleton).ModelMatrices(nil)
	box := assets.Box{}
	for i := range r.skeleton.Len() {
		m := rig.MatrixAt(models, i)
		at := mgl32.Vec3{m[3], m[7], m[11]}
		if i == 0 {
			box = assets.Box{Min: at, Max: at}
		}
		for c := range at {
			box.Min[c], box.Max[c] = min(box.Min[c], at[c]), max(box.Max[c], at[c])
		}
	}
	return box
}

// newClip makes the clip; nil if there are no frames.
func (r *recording) newClip(o *Options) (*clip.Clip, error) {
	m := r.motion
	if m.frames == 0 {
		return nil, nil
	}
	times := make([]float32, m.frames)
	for i := range times {
		times[i] = float32(float64(i) * m.frameTime)
	}
	for i := 1; i < len(times); i++ {
		if !(times[i] > times[i-1]) {
			return nil, fmt.Errorf("expected a frame time that tells frames apart, found %v seconds: frame %d is at %v "+
				"seconds, as is the one before", m.frameTime, o.From+i, times[i])
		}
	}
	b := clip.NewBuilder(r.name, r.skeleton).Range(0, float64(times[len(times)-1]))
	for i := range m.joints {
		rest := r.skeleton.Rest(i)
		if keys := constant(m.joints[i].rotations); !isRest(keys, rest.Rotation) {
			b.Rotation(i, clip.Linear, times[:len(keys)], keys)
		}
		if keys := constant(m.joints[i].translations); !isRest(keys, rest.Translation) {
			b.Translation(i, clip.Linear, times[:len(keys)], keys)
		}
	}
	c, err := b.Build()
	if err != nil || o.RootMotion == nil {
		return c, err
	}
	moving, err := clip.ExtractRootMotion(c, *o.RootMotion)
	if errors.Is(err, clip.ErrNoRootMotion) {
		r.warn("the clip has no root motion and was left as it is")
		return c, nil
	}
	return moving, err
}

// constant returns the first key alone if all are equal, and otherwise all.
func constant[T comparable](keys []T) []T {
	for _, key := range keys {
		if key != keys[0] {
			return keys
		}
	}
	return keys[:min(len(keys), 1)]
}

// isRest reports whether keys say nothing but the value of the rest pose.
func isRest[T comparable](keys []T, rest T) bool {
	return len(keys) == 0 || len(keys) == 1 && keys[0] == rest
}
