package gltfio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"fox/Fox.glb", "cesium_man/CesiumMan.glb", "robot/robot.glb", "woman/Woman.gltf"} {
		b.Run(filepath.Base(name), func(b *testing.B) {
			path := testassets.Path(b, "assets/"+name)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(assets.NewLibrary(), path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
