package pose_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/sinew/internal/pose"
)

func ExampleParseVertices() {
	vertices, err := pose.ParseVertices("1:0:27,4:2:5")
	fmt.Println(vertices, err)
	_, err = pose.ParseVertices("1:0")
	fmt.Println(err)
	// Output:
	// [1:0:27 4:2:5] <nil>
	// vertex 0: expected node:primitive:vertex, found "1:0"
}

func ExampleEvaluate() {
	library := assets.NewLibrary()
	rest := rig.IdentityTRS()
	skeleton, err := rig.NewSkeleton("door", []rig.Joint{{Name: "hinge", Parent: -1, Rest: rest}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	slide, err := clip.NewBuilder("slide", skeleton).
		Translation(0, clip.Linear, []float32{0, 2}, []mgl32.Vec3{{}, {1, 0, 0}}).Add(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := &assets.Model{
		Skeleton: library.AddSkeleton(skeleton),
		Nodes:    []assets.Node{{Name: "hinge", Parent: -1, Rest: rest, IsJoint: true, Offset: mgl32.Ident4()}},
	}
	model.SetClips(library, []assets.ClipID{slide})
	document, err := pose.Evaluate(library, model, pose.Query{Animation: 0, Times: []float64{0.5, 3.5}, Loop: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sample := range document.Samples {
		fmt.Println(sample.T, sample.Local[0][:3])
	}
	// Output:
	// 0.5 [0.25 0 0]
	// 3.5 [0.75 0 0]
}
