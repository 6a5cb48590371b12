package assets_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The model stays within its reach in random blends of its clips, and the reach is not much larger
// than necessary.
func TestReachContainsPoses(t *testing.T) {
	for _, name := range []string{
		"mannequin", "fox/Fox.glb", "robot/robot.glb", "cesium_man/CesiumMan.glb", "woman/Woman.gltf",
		"enemy/enemy.glb",
		"interpolation_test/InterpolationTest.gltf", "morph_cube/AnimatedMorphCube.gltf",
	} {
		t.Run(name, func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			if name == "mannequin" {
				model, err = mannequin.New(library)
			} else {
				model, err = gltfio.Open(library, testassets.Path(t, "assets/"+name))
			}
			if err != nil {
				t.Fatal(err)
			}
			checkReach(t, library, model)
		})
	}
}

func checkReach(t *testing.T, library *assets.Library, model *assets.Model) {
	t.Helper()
	reach, boxes := model.Reach(library), model.JointBounds(library)
	random := rand.New(rand.NewPCG(5, 5))
	first, second := rig.NewPose(library.Skeleton(model.Skeleton)), rig.NewPose(library.Skeleton(model.Skeleton))
	farthest := float32(0)
	for range 200 {
		for _, pose := range []*rig.Pose{first, second} {
			if len(model.Clips) > 0 {
				clip := library.Clip(model.Clips[random.IntN(len(model.Clips))])
				clip.Sample(clip.Start()+random.Float64()*clip.Duration(), pose)
			}
		}
		weight := random.Float32()
		for j := range library.Skeleton(model.Skeleton).Len() {
			a, b := first.Joint(j), second.Joint(j)
			first.SetJoint(j, rig.TRS{
				Translation: a.Translation.Mul(1 - weight).Add(b.Translation.Mul(weight)),
				Rotation:    mgl32.QuatNlerp(a.Rotation, b.Rotation, weight),
				Scale:       a.Scale.Mul(1 - weight).Add(b.Scale.Mul(weight)),
			})
		}
		models := first.ModelMatrices(nil)
		for i, joint := range boxes.Joints {
			matrix, box := rig.MatrixAt(models, int(joint)), boxes.Boxes[6*i:]
			for corner := range 8 {
				point := mgl32.Vec3{box[0], box[1], box[2]}
				for c := range point {
					point[c] += box[3+c] * float32(corner>>c&1*2-1)
				}
				point = matrix.Point(point)
				distance := point.Sub(reach.Center).Len()
				if distance > reach.Radius {
					t.Fatalf("joint %d moves a vertex to %v, %v m from the center of %+v", joint, point,
						distance, reach)
				}
				farthest = max(farthest, distance)
			}
		}
	}
	if reach.Radius > 2.5*farthest {
		t.Errorf("the reach is %v m, want at most 2.5 times the %v m of the poses", reach.Radius, farthest)
	}
}

func TestReachWithoutSkeletonOrParts(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	if reach := (&assets.Model{}).Reach(library); reach.Radius >= 0 {
		t.Errorf("a model without a skeleton reaches %+v", reach)
	}
	skeleton, err := rig.NewSkeleton("bare", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if reach := (&assets.Model{Skeleton: library.AddSkeleton(skeleton)}).Reach(library); reach.Radius >= 0 {
		t.Errorf("a model without parts reaches %+v", reach)
	}
}

// A cubic curve may leave the range of its keys. The reach must contain the curve.
func TestReachContainsCurves(t *testing.T) {
	for _, row := range []struct {
		interpolation clip.Interpolation
		values        []mgl32.Vec3
	}{
		{clip.CubicHermite, []mgl32.Vec3{{}, {}, {90, 0, 0}, {0, 60, 0}, {}, {}}},
		{clip.CubicBezier, []mgl32.Vec3{{}, {}, {30, 0, 0}, {0, -20, 0}, {}, {}}},
	} {
		library := assets.NewLibrary(assets.Exact())
		model, err := mannequin.New(library)
		if err != nil {
			t.Fatal(err)
		}
		before := model.Reach(library)
		skeleton := library.Skeleton(model.Skeleton)
		clip, err := clip.NewBuilder("curve", skeleton).
			Translation(0, row.interpolation, []float32{0, 1}, row.values).Build()
		if err != nil {
			t.Fatal(err)
		}
		library.AddClip(clip)
		model.Clips = append(model.Clips, library.AddClip(clip))
		if after := model.Reach(library); after.Radius < before.Radius+3 {
			t.Errorf("%v: reach %+v, without the curve %+v", row.interpolation, after, before)
		}
		checkReach(t, library, model)
	}
}

// The translation and scale of an additive clip extend the reach of the other clips.
func TestReachContainsAdditiveClips(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	before := model.Reach(library)
	step := mgl32.Vec3{3, 0, 0}
	rest := skeleton.Rest(0)
	c, err := clip.NewBuilder("aside", skeleton).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{rest.Translation, rest.Translation.Add(step)}).
		Scale(0, clip.Linear, []float32{0}, []mgl32.Vec3{rest.Scale.Mul(2)}).Build()
	if err != nil {
		t.Fatal(err)
	}
	if c, err = clip.MakeAdditive(c, rig.NewPose(skeleton)); err != nil {
		t.Fatal(err)
	}
	library.AddClip(c)
	after := model.Reach(library)
	for _, end := range []mgl32.Vec3{before.Center, before.Center.Add(step)} {
		if distance := end.Sub(after.Center).Len() + before.Radius; distance > after.Radius {
			t.Errorf("a model with center %v extends %v m from the center of %+v", end, distance, after)
		}
	}
	if after.Radius < 1.9*before.Radius {
		t.Errorf("a model with a reach of %+v, scaled by 2, has a reach of %+v", before, after)
	}
}
