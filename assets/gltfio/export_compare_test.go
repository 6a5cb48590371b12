package gltfio

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/rig"
)

// poseTolerance is the tolerance for numbers of poses that should be equal, absolute or relative to
// the largest number, whichever is more. Reading normalizes rest rotations again, which may change
// their last bit.
const poseTolerance = 1e-6

// writeAndRead writes a model and reads the file back into a new library.
func writeAndRead(t *testing.T, lib *assets.Library, model *assets.Model) (*assets.Library, *assets.Model) {
	t.Helper()
	data, err := export.Encode(lib, model, model.Clips)
	if err != nil {
		t.Fatal(err)
	}
	return loadBytes(t, "written.glb", data)
}

// compareModels fails the test unless b has the joints, meshes, materials and poses of a.
func compareModels(t *testing.T, libA *assets.Library, a *assets.Model, libB *assets.Library, b *assets.Model) {
	t.Helper()
	compareSkeletons(t, libA.Skeleton(a.Skeleton), libB.Skeleton(b.Skeleton))
	if len(a.Parts) != len(b.Parts) || len(a.Skins) != len(b.Skins) || max(1, len(a.Scenes)) != len(b.Scenes) {
		t.Fatalf("%d parts, %d skins and %d scenes, want %d, %d and %d", len(b.Parts), len(b.Skins), len(b.Scenes),
			len(a.Parts), len(a.Skins), len(a.Scenes))
	}
	for i := range a.Parts {
		if a.Parts[i].Rigid != b.Parts[i].Rigid || a.Parts[i].Morphs != b.Parts[i].Morphs {
			t.Errorf("part %d: %+v, want %+v", i, b.Parts[i], a.Parts[i])
		}
		compareMeshes(t, libA, libA.Mesh(a.Parts[i].Mesh), libB, libB.Mesh(b.Parts[i].Mesh))
	}
	if !cmp.Equal(a.ClipNames(), b.ClipNames()) {
		t.Fatalf("clips %v, want %v", b.ClipNames(), a.ClipNames())
	}
	compareAt(t, "at rest", libA, a, 0, libB, b, 0, 0)
	for i := range a.Clips {
		compareClips(t, libA, a, i, libB, b)
	}
}

func compareSkeletons(t *testing.T, a, b *assets.Skeleton) {
	t.Helper()
	if a.Len() != b.Len() {
		t.Fatalf("%d joints, want %d", b.Len(), a.Len())
	}
	for j := range a.Len() {
		if a.JointName(j) != b.JointName(j) || a.Parent(j) != b.Parent(j) {
			t.Fatalf("joint %d is %q below %d, want %q below %d", j, b.JointName(j), b.Parent(j), a.JointName(j),
				a.Parent(j))
		}
	}
	if !sameBits(a.RestLocals(), b.RestLocals()) || !sameBits(a.RestMorphs(), b.RestMorphs()) {
		t.Error("the rest poses differ")
	}
}

func compareMeshes(t *testing.T, libA *assets.Library, a *mesh.Mesh, libB *assets.Library, b *mesh.Mesh) {
	t.Helper()
	if a.Name != b.Name || len(a.Primitives) != len(b.Primitives) || !cmp.Equal(a.Weights, b.Weights) ||
		!cmp.Equal(a.TargetNames, b.TargetNames) {
		t.Fatalf("mesh %q with %d primitives, want %q with %d, and the same morph targets", b.Name, len(b.Primitives),
			a.Name, len(a.Primitives))
	}
	for i := range a.Primitives {
		p, q := a.Primitives[i], b.Primitives[i]
		compareMaterials(t, libA, libA.Material(p.Material), libB, libB.Material(q.Material))
		p.Material, q.Material, p.Source, q.Source = 0, 0, 0, 0
		// Joints, indices and positions are equal. Reading normalizes weights, normals and tangents
		// again, and colors may have been clamped.
		if !reflect.DeepEqual(p.Positions, q.Positions) || !reflect.DeepEqual(p.Indices, q.Indices) ||
			!reflect.DeepEqual(p.Joints, q.Joints) {
			t.Fatalf("mesh %q: primitive %d: positions, indices or joints differ", a.Name, i)
		}
		closeEnough := cmp.Comparer(func(x, y float32) bool { return math.Abs(float64(x)-float64(y)) <= 1e-6 })
		if difference := cmp.Diff(p, q, closeEnough); difference != "" {
			t.Fatalf("mesh %q: primitive %d: %s", a.Name, i, difference)
		}
	}
}

func compareMaterials(t *testing.T, libA *assets.Library, a *mesh.Material, libB *assets.Library, b *mesh.Material) {
	t.Helper()
	if a == nil || b == nil {
		if a != b {
			t.Fatalf("material %v, want %v", b, a)
		}
		return
	}
	m, n := *a, *b
	for i, texture := range a.Textures() {
		if i >= len(b.Textures()) {
			t.Fatalf("material %q: a texture is missing", a.Name)
		}
		other := *b.Textures()[i]
		if !reflect.DeepEqual(picture.NRGBA(libA.Image(texture.Image)), picture.NRGBA(libB.Image(other.Image))) {
			t.Errorf("material %q: texture %d has another image", a.Name, i)
		}
		wantNear(t, "texture transform", other.Transform[:], texture.Transform[:])
		other.Image, other.Transform = texture.Image, texture.Transform
		if other != *texture {
			t.Errorf("material %q: texture %+v, want %+v", a.Name, other, *texture)
		}
	}
	for _, x := range []*mesh.Material{&m, &n} {
		x.BaseColorTexture, x.EmissiveTexture, x.MetallicRoughnessTexture = nil, nil, nil
		x.NormalTexture, x.OcclusionTexture = nil, nil
		if x.AlphaMode != mesh.AlphaMask {
			x.AlphaCutoff = 0
		}
	}
	if m != n {
		t.Errorf("material %+v, want %+v", n, m)
	}
}

func compareClips(t *testing.T, libA *assets.Library, a *assets.Model, clip int, libB *assets.Library,
	b *assets.Model,
) {
	t.Helper()
	p, q := libA.Clip(a.Clips[clip]), libB.Clip(b.Clips[clip])
	if float32(p.End()) != float32(q.End()) {
		t.Fatalf("clip %q ends at %v, want %v", p.Name(), q.End(), p.End())
	}
	for k := range 41 {
		time := p.Duration() * float64(k) / 40
		compareAt(t, p.Name(), libA, a, a.Clips[clip], libB, b, b.Clips[clip], p.Start()+time)
	}
}

// compareAt compares the palettes, the model matrices and the morph weights at a time in seconds.
// Clip 0 is the rest pose.
func compareAt(t *testing.T, what string, libA *assets.Library, a *assets.Model, clipA assets.ClipID,
	libB *assets.Library, b *assets.Model, clipB assets.ClipID, time float64,
) {
	t.Helper()
	p, q := rig.NewPose(libA.Skeleton(a.Skeleton)), rig.NewPose(libB.Skeleton(b.Skeleton))
	if clipA != 0 {
		libA.Clip(clipA).Sample(time, p)
		libB.Clip(clipB).Sample(time, q)
	}
	wantClose(t, what+": morph weights", q.Morphs, p.Morphs)
	m, n := p.ModelMatrices(nil), q.ModelMatrices(nil)
	wantClose(t, what+": model matrices", n, m)
	for i := range a.Parts {
		x, y := libA.Skin(a.Parts[i].Skin).Palette(nil, m), libB.Skin(b.Parts[i].Skin).Palette(nil, n)
		wantClose(t, what+": palette", y, x)
	}
}

func wantClose(t *testing.T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	largest := 1.0
	for _, v := range want {
		largest = max(largest, math.Abs(float64(v)))
	}
	for i := range got {
		if math.Abs(float64(got[i])-float64(want[i])) > poseTolerance*largest {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// compareClipBits fails the test unless two clips have the same tracks, range, markers and samples
// to the last bit.
func compareClipBits(t *testing.T, want, got *assets.Clip) {
	t.Helper()
	if want.Name() != got.Name() || want.Start() != got.Start() || want.End() != got.End() ||
		want.Additive() != got.Additive() || !cmp.Equal(want.Markers(), got.Markers()) {
		t.Fatalf("clip %q from %v to %v s, markers %v, want %q, %v to %v s, %v", got.Name(), got.Start(), got.End(),
			got.Markers(), want.Name(), want.Start(), want.End(), want.Markers())
	}
	a, b := want.Tracks(), got.Tracks()
	if len(a) != len(b) {
		t.Fatalf("clip %q: %d tracks, want %d", want.Name(), len(b), len(a))
	}
	for i := range a {
		x, y := a[i].Track, b[i].Track
		if a[i].Joint != b[i].Joint || a[i].Property != b[i].Property || x.Interpolation() != y.Interpolation() ||
			!sameBits(x.Times(), y.Times()) || !sameBits(x.Values(), y.Values()) {
			t.Fatalf("clip %q: track %d, the %v of joint %d, differs", want.Name(), i, a[i].Property, a[i].Joint)
		}
	}
	for k := range 41 {
		time := want.Start() + want.Duration()*float64(k)/40
		p, q := want.PoseAt(time), got.PoseAt(time)
		if !sameBits(p.Locals, q.Locals) || !sameBits(p.Morphs, q.Morphs) {
			t.Fatalf("clip %q: the poses at %v s differ", want.Name(), time)
		}
	}
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}
