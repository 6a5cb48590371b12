package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

var skinningMethods = []mesh.Skinning{mesh.SkinLinear, mesh.SkinRigid, mesh.SkinDualQuaternion}

// volume returns the volume within a closed surface, in float64: the sum of the tetrahedra from the
// origin to each triangle, by the divergence theorem.
func volume(positions []mgl32.Vec3, indices []uint32) float64 {
	sum := 0.0
	for i := 0; i < len(indices); i += 3 {
		var v [3][3]float64
		for k := range v {
			for c, x := range positions[indices[i+k]] {
				v[k][c] = float64(x)
			}
		}
		a, b, c := v[0], v[1], v[2]
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return sum / 6
}

// turnedTube returns the vertices of a tube that is turned to the end of its clip, and its
// triangles.
func turnedTube(t *testing.T, method mesh.Skinning, scale mgl32.Vec3, degrees float32,
	axis mgl32.Vec3,
) (*ecs.Vertices, []uint32) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model := handmade.Tube(t, library, scale, mgl32.DegToRad(degrees), axis)
	model.Parts[0].Skinning = method
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	t.Cleanup(animation.Close)
	e, err := animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, animation.EnableVertices(e))
	check(t, animation.Player(e).Play(model.Clips[0]))
	check(t, animation.Player(e).SetMode(assets.Hold, 0))
	check(t, animation.Update(1.5))
	check(t, animation.Update(0))
	vertices := animation.Vertices(e, 0, 0)
	if vertices == nil {
		t.Fatal("the tube has no vertices")
	}
	return vertices, library.Mesh(model.Parts[0].Mesh).Primitives[0].Indices
}

// A tube that is twisted by 180 degrees loses two thirds of its volume where the weights change
// when it is skinned linearly, and by dual quaternions none but what its triangles are flat.
func TestVolumeOfATwistedTube(t *testing.T) {
	blended := math.Pi * 0.25 * 0.25 // of the tube from y = 0.5 to 1.5
	for _, row := range []struct {
		method      mesh.Skinning
		degrees     float32
		least, most float64 // loss
	}{
		{mesh.SkinLinear, 0, -0.001, 0.001},
		{mesh.SkinRigid, 0, -0.001, 0.001},
		{mesh.SkinDualQuaternion, 0, -0.001, 0.001},
		{mesh.SkinLinear, 90, 0.30, 0.40},
		{mesh.SkinRigid, 90, 0, 0.06},
		{mesh.SkinDualQuaternion, 90, -0.001, 0.01},
		{mesh.SkinLinear, 180, 0.6, 0.7},
		{mesh.SkinRigid, 180, 0, 0.1},
		{mesh.SkinDualQuaternion, 180, -0.001, 0.02},
	} {
		for _, scale := range []float32{1, 0.01, 100, -1} {
			rest, _ := turnedTube(t, mesh.SkinLinear, mgl32.Vec3{scale, scale, scale}, 0, mgl32.Vec3{0, 1, 0})
			vertices, indices := turnedTube(t, row.method, mgl32.Vec3{scale, scale, scale}, row.degrees,
				mgl32.Vec3{0, 1, 0})
			whole := volume(rest.Positions, indices)
			cube := float64(scale) * float64(scale) * float64(scale)
			loss := (whole - volume(vertices.Positions, indices)) / (blended * cube)
			if scale == 1 {
				t.Logf("%s, %v degrees: loses %.1f %% of the blended half", row.method, row.degrees, 100*loss)
			}
			if !(loss >= row.least && loss <= row.most) {
				t.Errorf("%s at scale %v, %v degrees: loses %v of the blended half, want %v to %v", row.method, scale,
					row.degrees, loss, row.least, row.most)
			}
		}
	}
}

// A tube that twists keeps its radius by dual quaternions at every height.
func TestATwistedTubeKeepsItsRadius(t *testing.T) {
	vertices, _ := turnedTube(t, mesh.SkinDualQuaternion, mgl32.Vec3{1, 1, 1}, 180, mgl32.Vec3{0, 1, 0})
	for v, p := range vertices.Positions[:len(vertices.Positions)-2] {
		radius := math.Hypot(float64(p[0]), float64(p[2]))
		if math.Abs(radius-0.25) > 1e-6 {
			t.Fatalf("vertex %d is %v from the axis, want 0.25", v, radius)
		}
		n := vertices.Normals[v]
		if out := (mgl32.Vec3{p[0], 0, p[2]}).Normalize(); out.Sub(n).Len() > 1e-5 {
			t.Fatalf("vertex %d: the normal is %v, want %v", v, n, out)
		}
	}
}

// Every method agrees with the reference in float64, morph targets included.
func TestSkinPrimitiveAgreesWithTheReferenceByEveryMethod(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for _, method := range skinningMethods {
		for range 20 {
			const entries = 7
			var palette []float32
			var matrices []reference.Matrix
			for range entries {
				m := rig.MatrixFromMat4(mgl32.Translate3D(r.Float32(), r.Float32(), r.Float32()).
					Mul4(randomassets.Rotation(r).Mat4()).Mul4(mgl32.Scale3D(0.5+r.Float32(), 1, 1)))
				palette, matrices = append(palette, m[:]...), append(matrices, reference.MatrixOf(m))
			}
			p := randomassets.Primitive(r, 50, entries, 4, 2)
			weights := []float32{r.Float32(), r.Float32()}
			var got ecs.Vertices
			systems.SkinPrimitive(&got, p, &assets.Part{Skinning: method}, palette, weights)
			want := map[mesh.Skinning]func(*mesh.Primitive, []reference.Matrix, []float64) reference.Surface{
				mesh.SkinLinear: reference.Skin, mesh.SkinRigid: reference.SkinHeaviest,
				mesh.SkinDualQuaternion: reference.SkinDual,
			}[method](p, matrices, []float64{float64(weights[0]), float64(weights[1])})
			for v := range want.Positions {
				for c := range 3 {
					if math.Abs(float64(got.Positions[v][c])-want.Positions[v][c]) > 1e-5 ||
						math.Abs(float64(got.Normals[v][c])-want.Normals[v][c]) > 1e-4 {
						t.Fatalf("%s: vertex %d is at %v with normal %v, want %v, %v", method, v, got.Positions[v],
							got.Normals[v], want.Positions[v], want.Normals[v])
					}
				}
			}
		}
	}
}

// The bounds of joints contain what dual quaternions make bulge.
func TestJointBoundsContainEveryMethod(t *testing.T) {
	probe.Serial(t)
	for _, method := range skinningMethods {
		for _, degrees := range []float32{30, 90, 150, 180} {
			for _, axis := range []mgl32.Vec3{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {1, 1, 0}} {
				vertices, _ := turnedTube(t, method, mgl32.Vec3{1, 1, 1}, degrees, axis)
				library := assets.NewLibrary(assets.Exact())
				model := handmade.Tube(t, library, mgl32.Vec3{1, 1, 1}, mgl32.DegToRad(degrees), axis)
				model.Parts[0].Skinning = method
				pose := rig.NewPose(library.Skeleton(model.Skeleton))
				library.Clip(model.Clips[0]).Sample(1, pose)
				box, outside := posedBounds(model.JointBounds(library), pose.ModelMatrices(nil)), float32(0)
				for _, p := range vertices.Positions {
					for c := range 3 {
						outside = max(outside, box.Min[c]-p[c], p[c]-box.Max[c])
					}
				}
				if outside > 0 {
					t.Errorf("%s, %v degrees about %v: a vertex is %v outside of the bounds", method, degrees,
						axis, outside)
				}
			}
		}
	}
}

// posedBounds returns the box around boxes of joints in a pose.
func posedBounds(bounds assets.JointBounds, matrices []float32) assets.Box {
	inf := float32(math.Inf(1))
	box := assets.Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
	for i, joint := range bounds.Joints {
		m, b := rig.MatrixAt(matrices, int(joint)), bounds.Boxes[6*i:]
		for corner := range 8 {
			at := mgl32.Vec3{b[0], b[1], b[2]}
			for c := range 3 {
				at[c] += b[3+c] * float32(2*(corner>>c&1)-1)
			}
			at = m.Point(at)
			for c := range 3 {
				box.Min[c], box.Max[c] = min(box.Min[c], at[c]), max(box.Max[c], at[c])
			}
		}
	}
	return box
}
