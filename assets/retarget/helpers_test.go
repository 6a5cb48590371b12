package retarget_test

import (
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// Files of the rigs that the tests use, relative to the folder of test files.
const (
	womanFile  = "assets/woman/Woman.gltf"
	robotFile  = "assets/robot/robot.glb"
	cesiumFile = "assets/cesium_man/CesiumMan.glb"
	enemyFile  = "assets/enemy/enemy.glb"
	foxFile    = "assets/fox/Fox.glb"
	maleFile   = "rigs/mesh2motion/human-male.glb"
	zombieFile = "rigs/mesh2motion/human-zombie.glb"
	fox2File   = "rigs/mesh2motion/fox-animations.glb"
	dogFile    = "rigs/mesh2motion/fox-dog.glb"
	catFile    = "rigs/mesh2motion/fox-cat.glb"
	birdFile   = "rigs/mesh2motion/bird-animations.glb"
	spiderFile = "rigs/mesh2motion/spider-animations.glb"
)

// character is a loaded model.
type character struct {
	library  *assets.Library
	model    *assets.Model
	skeleton *rig.Skeleton
}

// loaded holds the characters by their files: each is made once for all tests, which only read it.
// They have no baked clips, as retargeting reads authored ones.
var loaded struct {
	sync.Mutex
	characters map[string]*character
}

// load opens a file of the test files, or makes the mannequin for "".
func load(t testing.TB, file string) *character {
	t.Helper()
	loaded.Lock()
	defer loaded.Unlock()
	if c := loaded.characters[file]; c != nil {
		return c
	}
	c := &character{library: assets.NewLibrary(assets.Exact())}
	var err error
	if file == "" {
		c.model, err = mannequin.New(c.library)
	} else {
		c.model, err = gltfio.Open(c.library, testassets.Path(t, file))
	}
	if err != nil {
		t.Fatal(err)
	}
	c.skeleton = c.library.Skeleton(c.model.Skeleton)
	if loaded.characters == nil {
		loaded.characters = map[string]*character{}
	}
	loaded.characters[file] = c
	return c
}

// clips returns all clips of a character.
func (c *character) clips() []*clip.Clip {
	var list []*clip.Clip
	for _, id := range c.model.Clips {
		list = append(list, c.library.Clip(id))
	}
	return list
}

func (c *character) clip(t testing.TB, name string) *clip.Clip {
	t.Helper()
	found, err := c.model.FindClip(name)
	if err != nil {
		t.Fatal(err)
	}
	return c.library.Clip(found)
}

// joint returns the index of a joint.
func joint(t testing.TB, s *rig.Skeleton, name string) int {
	t.Helper()
	j, err := s.FindJoint(name)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// models returns the model matrices of a clip's pose in float64.
func models(c *clip.Clip, time float64) []exact.Affine {
	matrices := c.PoseAt(time).ModelMatrices(nil)
	list := make([]exact.Affine, c.Skeleton().Len())
	for j := range list {
		for i, v := range rig.MatrixAt(matrices, j) {
			list[j][i] = float64(v)
		}
	}
	return list
}

// times returns moments of a clip, at and between keys.
func times(c *clip.Clip, n int) []float64 {
	list := make([]float64, n+1)
	for i := range list {
		list[i] = c.Start() + c.Duration()*float64(i)/float64(n)
	}
	return list
}

// poseDifference returns the largest difference of a number in two local poses, with rotations in
// one hemisphere.
func poseDifference(a, b *rig.Pose) float64 {
	worst := 0.0
	for j := range a.Skeleton().Len() {
		x, y := a.Joint(j), b.Joint(j)
		sign := float32(1)
		if x.Rotation.Dot(y.Rotation) < 0 {
			sign = -1
		}
		worst = max(worst, float64(x.Rotation.Sub(y.Rotation.Scale(sign)).Len()))
		scale := max(1, float64(y.Translation.Len()))
		worst = max(worst, float64(x.Translation.Sub(y.Translation).Len())/scale, float64(x.Scale.Sub(y.Scale).Len()))
	}
	for i := range a.Morphs {
		worst = max(worst, math.Abs(float64(a.Morphs[i]-b.Morphs[i])))
	}
	return worst
}

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }

// mannequinStepping returns a walk along a curve.
func mannequinStepping(c *character) (*clip.Clip, error) {
	return courses.Stepping("curve", c.skeleton, "walk", 1.2, 0.8)
}
