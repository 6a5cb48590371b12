package vrm

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/internal/exact"
)

// animationDocument is the extension VRMC_vrm_animation.
type animationDocument struct {
	Expressions struct {
		Preset map[string]nodeDocument `json:"preset"`
		Custom map[string]nodeDocument `json:"custom"`
	} `json:"expressions"`
	LookAt *nodeDocument `json:"lookAt"`
}

// nodeDocument names a node whose motion is a number.
type nodeDocument struct {
	Node *int `json:"node"`
}

// faceRate is at how many keys a second the numbers of the face are sampled where straight lines
// between the file's own keys do not give them.
const faceRate = 30

// OpenAnimation reads a VRM animation (.vrma) and adds its clips to the library that has the
// avatar: retargeted to the avatar's bones, with the expressions that both have and with the look
// of the eyes, in the numbers of the pose ([Avatar.Numbers]). They play, blend and bake as all
// clips do. Expressions of the file that the avatar lacks are left out, and named by the warnings.
// These also tell of a rest pose of the file that is no reference, such as a frame of the clip:
// where the joints have the avatar's names, or the bones have the avatar's axes, the avatar's rest
// pose is the reference of both.
//
// The error wraps [ErrNoHumanoid] if the file or the avatar has no humanoid. A library that does
// not have the model of the avatar is another error.
func (a *Avatar) OpenAnimation(library *assets.Library, path string) (ids []assets.ClipID, warnings []string,
	err error,
) {
	if err := a.checkLibrary(library); err != nil {
		return nil, nil, err
	}
	data, err := readFile(path)
	if err != nil {
		return nil, nil, err
	}
	own := assets.NewLibrary(assets.Exact())
	return a.readAnimation(library, own, data, filepath.Base(path), diskLoader(own, path))
}

// ParseAnimation is like [Avatar.OpenAnimation] for the bytes of a file that contains its buffers.
// Errors use name as the name of the file.
func (a *Avatar) ParseAnimation(library *assets.Library, name string, data []byte) (ids []assets.ClipID,
	warnings []string, err error,
) {
	if err := a.checkLibrary(library); err != nil {
		return nil, nil, err
	}
	own := assets.NewLibrary(assets.Exact())
	return a.readAnimation(library, own, data, name, func(o gltfio.Options, data []byte) (*assets.Model, error) {
		return o.Parse(own, name, data)
	})
}

// readAnimation reads an animation by a library of its own, with load for the glTF part.
func (a *Avatar) readAnimation(library, own *assets.Library, data []byte, name string,
	load loader,
) (ids []assets.ClipID, warnings []string, err error) {
	defer func() {
		if err != nil {
			ids, warnings, err = nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}()
	if a.Bones == nil {
		return nil, nil, fmt.Errorf("avatar %q: %w", a.Model.Name, ErrNoHumanoid)
	}
	var d struct {
		Extensions struct {
			Animation *animationDocument `json:"VRMC_vrm_animation"`
		} `json:"extensions"`
	}
	bones, _, err := boneNodes(data)
	if err != nil {
		return nil, nil, err
	}
	text, err := jsonOf(data)
	if err == nil {
		err = unmarshal("", text, &d)
	}
	if err != nil {
		return nil, nil, err
	}
	model, err := load(gltfio.Options{Extensions: extensions}, data)
	if err != nil {
		return nil, nil, err
	}
	h, err := newHumanoid(own, model, bones)
	if err != nil {
		return nil, nil, err
	}
	r, err := retarget.New(h.Skeleton, a.skeleton, retarget.Options{From: h.Bones, To: a.Bones, FreeHands: true})
	if err != nil {
		return nil, nil, err
	}
	curves, warnings, err := a.faceCurves(d.Extensions.Animation, h)
	if err != nil {
		return nil, nil, err
	}
	var clips []*clip.Clip
	for _, source := range h.Clips {
		c, report, err := r.Clip(source)
		for _, note := range report.Notes {
			if !slices.Contains(warnings, note) {
				warnings = append(warnings, note)
			}
		}
		if err == nil {
			c, err = a.withFace(c, source, curves)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("clip %q: %w", source.Name(), err)
		}
		clips = append(clips, c)
	}
	ids, err = library.AddClips(clips, assets.Baking{})
	return ids, append(slices.Clone(model.Warnings), warnings...), err
}

// faceCurve is a number of the face that an animation moves.
type faceCurve struct {
	number  int // by its place in the numbers; with isAngle the yaw, which the pitch follows
	joint   int
	isAngle bool
}

// faceCurves finds the joints that move the numbers of the face.
func (a *Avatar) faceCurves(d *animationDocument, h *Humanoid) (curves []faceCurve, warnings []string,
	err error,
) {
	if d == nil {
		return nil, nil, nil
	}
	moved := map[int]bool{}
	for _, c := range h.Clips {
		for _, t := range c.Tracks() {
			moved[t.Joint] = true
		}
	}
	const at = "extensions.VRMC_vrm_animation"
	add := func(path, what string, of nodeDocument, number int, isAngle bool) {
		node, wrong := index(at+path+".node", of.Node, len(h.Model.Nodes), "nodes")
		if wrong != nil && err == nil {
			err = wrong
		}
		joint, ok := h.Skeleton.FromSource(node)
		switch {
		case !ok || !moved[joint]: // nothing moves it
		case number < 0 || a.numbers.Count == 0:
			warnings = append(warnings, fmt.Sprintf(
				"%s: avatar %q has no %s; it is left out", at, a.Model.Name, what))
		default:
			curves = append(curves, faceCurve{number, joint, isAngle})
		}
	}
	for i, set := range []map[string]nodeDocument{d.Expressions.Preset, d.Expressions.Custom} {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			number := slices.IndexFunc(a.Expressions, func(e Expression) bool {
				return e.Name == name && e.IsPreset == (i == 0)
			})
			add(fmt.Sprintf(".expressions.%s.%s", [...]string{"preset", "custom"}[i], name),
				fmt.Sprintf("expression %q", name), set[name], number, false)
		}
	}
	if d.LookAt != nil {
		number := len(a.Expressions)
		if a.LookAt == nil {
			number = -1
		}
		add(".lookAt", "look of the eyes", *d.LookAt, number, true)
	}
	return curves, warnings, err
}

// withFace returns a retargeted clip with a track of the numbers of the face, if the source moves
// any.
func (a *Avatar) withFace(c, source *clip.Clip, curves []faceCurve) (*clip.Clip, error) {
	var times []float32
	isDense := false
	for _, t := range source.Tracks() {
		for _, curve := range curves {
			if t.Joint == curve.joint && (t.Property == clip.Translation || t.Property == clip.Rotation) {
				times = append(times, t.Track.Times()...)
				isDense = isDense || curve.isAngle || t.Track.Interpolation() != clip.Linear
			}
		}
	}
	if len(times) == 0 {
		return c, nil
	}
	slices.Sort(times)
	if isDense {
		first, last := float64(times[0]), float64(times[len(times)-1])
		for i := 1; first+float64(i)/faceRate < last; i++ {
			times = append(times, float32(first+float64(i)/faceRate))
		}
		slices.Sort(times)
	}
	times = slices.Compact(times)
	values := make([]float32, len(times)*a.numbers.Count)
	for k, time := range times {
		pose, key := source.PoseAt(float64(time)), values[k*a.numbers.Count:][:a.numbers.Count]
		for _, curve := range curves {
			own := pose.Joint(curve.joint)
			if !curve.isAngle {
				key[curve.number] = min(max(own.Translation[0], 0), 1)
				continue
			}
			ahead := exact.ToQuat(exact.XYZW(own.Rotation)).Rotate(exact.Vec3{0, 0, 1})
			key[curve.number], key[curve.number+1] = lookAngles(ahead)
		}
	}
	b := clip.NewBuilder(c.Name(), a.skeleton).Range(c.Start(), c.End()).PlayModeOf(c)
	for _, t := range c.Tracks() {
		copyTrack(b, t.Joint, t)
	}
	for _, m := range c.Markers() {
		b.Marker(m)
	}
	return b.MorphWeights(a.numbers.Joint, clip.Linear, times, values).Build()
}
