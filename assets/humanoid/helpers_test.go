package humanoid_test

import (
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
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

// loaded holds skeletons by their files: each is read once for all tests.
var loaded struct {
	sync.Mutex
	skeletons map[string]*rig.Skeleton
}

// load returns the skeleton of a file of the test files, or of the mannequin for "".
func load(t testing.TB, file string) *rig.Skeleton {
	t.Helper()
	loaded.Lock()
	defer loaded.Unlock()
	if s := loaded.skeletons[file]; s != nil {
		return s
	}
	library := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	if file == "" {
		model, err = mannequin.New(library)
	} else {
		model, err = gltfio.Open(library, testassets.Path(t, file))
	}
	if err != nil {
		t.Fatal(err)
	}
	if loaded.skeletons == nil {
		loaded.skeletons = map[string]*rig.Skeleton{}
	}
	loaded.skeletons[file] = library.Skeleton(model.Skeleton)
	return loaded.skeletons[file]
}
