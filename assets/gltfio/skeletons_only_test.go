package gltfio_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// A server poses the same bits as a client that draws, without meshes and images.
func TestSkeletonsOnly(t *testing.T) {
	for _, name := range []string{
		"cesium_man/CesiumMan.glb", "fox/Fox.glb", "robot/robot.glb",
		"morph_cube/AnimatedMorphCube.gltf", "woman/Woman.gltf",
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := testassets.Path(t, "assets/"+name)
			client, server, measured := assets.NewLibrary(assets.Exact()), assets.NewLibrary(assets.Exact()),
				assets.NewLibrary(assets.Exact())
			full, err := gltfio.Open(client, path)
			if err != nil {
				t.Fatal(err)
			}
			only, err := gltfio.Options{SkeletonsOnly: true}.Open(server, path)
			if err != nil {
				t.Fatal(err)
			}
			bounded, err := gltfio.Options{SkeletonsOnly: true, KeepJointBounds: true}.Open(measured, path)
			if err != nil {
				t.Fatal(err)
			}
			want := assets.Count{Skeletons: 1, Clips: len(full.Clips), Models: 1}
			if server.Count() != want || measured.Count() != want {
				t.Errorf("the libraries hold %+v and %+v, want %+v", server.Count(), measured.Count(), want)
			}
			a, b := client.Skeleton(full.Skeleton), server.Skeleton(only.Skeleton)
			if a.MorphCount() != b.MorphCount() || !slices.Equal(a.RestLocals(), b.RestLocals()) ||
				!slices.Equal(a.Parents(), b.Parents()) {
				t.Error("the skeletons differ")
			}
			if diff := cmp.Diff(full.Nodes, only.Nodes); diff != "" {
				t.Error(diff)
			}
			for i := range full.Clips {
				x, y := client.Clip(full.Clips[i]), server.Clip(only.Clips[i])
				p, q := rig.NewPose(a), rig.NewPose(b)
				for k := range 5 {
					time := x.Start() + x.Duration()*float64(k)/4
					x.Sample(time, p)
					y.Sample(time, q)
					if x.Name() != y.Name() || !slices.Equal(p.Locals, q.Locals) || !slices.Equal(p.Morphs, q.Morphs) {
						t.Fatalf("clip %q differs at %v s", x.Name(), time)
					}
				}
			}
			if len(only.Parts) != 0 || len(only.JointBounds(server).Joints) != 0 || only.Reach(server).Radius >= 0 {
				t.Errorf("without meshes: %d parts, bounds of joints %v, reach %v", len(only.Parts),
					only.JointBounds(server), only.Reach(server))
			}
			if diff := cmp.Diff(full.JointBounds(client), bounded.JointBounds(measured)); diff != "" ||
				bounded.Bounds != full.Bounds || bounded.Reach(measured) != full.Reach(client) {
				t.Errorf("the measured bounds differ: %s", diff)
			}
			taken := assets.NewLibrary()
			if ids, err := taken.Import(measured); err != nil || ids.Model(bounded).Reach(taken) != full.Reach(client) {
				t.Errorf("the bounds are lost in an import, error %v", err)
			}
		})
	}
}

// Images are not decoded: not even a damaged one is noticed.
func TestSkeletonsOnlyDecodesNoImage(t *testing.T) {
	data, err := os.ReadFile(testassets.Path(t, "assets/cesium_man/CesiumMan.glb"))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("\xff\xd8\xff"))
	if at < 0 {
		t.Fatal("the file has no JPEG image")
	}
	copy(data[at:], "damaged!")
	full, err := gltfio.Options{Exact: true}.Parse(assets.NewLibrary(), "man.glb", data)
	if err != nil || len(full.Warnings) != 1 {
		t.Fatalf("warnings %q, error %v, want a warning about the image", full.Warnings, err)
	}
	only, err := gltfio.Options{Exact: true, SkeletonsOnly: true, MaxPixels: 1}.Parse(assets.NewLibrary(),
		"man.glb", data)
	if err != nil || len(only.Warnings) != 0 {
		t.Errorf("warnings %q, error %v, want none", only.Warnings, err)
	}
}

// The memory of a real character of 1.6 MB, with a baked form of each of its clips, is measured.
func TestMemoryOfSkeletonsOnly(t *testing.T) {
	for _, name := range []string{"robot/robot.glb", "cesium_man/CesiumMan.glb"} {
		path := testassets.Path(t, "assets/"+name)
		measure := func(options gltfio.Options) int64 {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&before)
			library := assets.NewLibrary()
			if _, err := options.Open(library, path); err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(library)
			return int64(after.HeapAlloc) - int64(before.HeapAlloc)
		}
		measure(gltfio.Options{}) // what is allocated only once
		full, only := measure(gltfio.Options{}), measure(gltfio.Options{SkeletonsOnly: true})
		bounded := measure(gltfio.Options{SkeletonsOnly: true, KeepJointBounds: true})
		t.Logf("%s: %d KiB, with SkeletonsOnly %d KiB, with KeepJointBounds too %d KiB", name, full>>10, only>>10,
			bounded>>10)
		if only >= full*9/10 || bounded > only+only/4+16<<10 {
			t.Errorf("%s: SkeletonsOnly takes %d bytes of %d, with bounds %d", name, only, full, bounded)
		}
	}
}
