package systems_test

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Frames run on several workers while one goroutine loads and bakes files, and another looks
// everything up. The model is taken over between two frames and plays. The race detector sees what
// should not run at the same time.
func TestFramesWhileLoading(t *testing.T) {
	source := assets.NewLibrary(assets.Exact())
	original, err := mannequin.New(source)
	check(t, err)
	var file bytes.Buffer
	check(t, gltfio.Write(&file, source, original))
	fsys := fstest.MapFS{"figure.glb": {Data: file.Bytes()}}

	k := newRichFixture(t, 1, systems.WithWorkers(4))
	var characters []ecs.Entity
	for i := range 40 {
		e := k.character(t)
		check(t, k.animation.Player(e).CrossFade(k.clips[i%len(k.clips)], 1))
		characters = append(characters, e)
	}
	skeleton := k.skeleton
	loading := gltfio.Options{}.OpenFSAsync(fsys, "figure.glb")
	// Clips for a skeleton in use are made and baked in a library of their own.
	type clips struct {
		library *assets.Library
		id      assets.ClipID
	}
	made := make(chan clips, 1)
	walk := k.library.Clip(k.clips[0])
	go func() {
		background := assets.NewLibrary()
		background.AddSkeleton(skeleton)
		made <- clips{background, background.AddClip(walk)}
	}()
	var stop atomic.Bool
	lookedUp := make(chan int)
	go func() {
		n := 0
		for ; n == 0 || !stop.Load(); n++ {
			lookUpAll(k.library, k.model)
		}
		lookedUp <- n
	}()
	frames := 0
	for ; frames < 3 || !loading.Done(); frames++ {
		k.update(t, 1.0/60)
		loading.Progress()
		runtime.Gosched()
	}
	stop.Store(true)
	<-lookedUp
	// Between two frames.
	model, err := loading.Take(k.library)
	check(t, err)
	background := <-made
	ids, err := k.library.Import(background.library)
	check(t, err)
	e, err := k.animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, k.animation.Player(e).Play(model.Clip("run")))
	check(t, k.animation.Player(characters[0]).Play(assets.Translate(ids, background.id)))
	check(t, k.animation.EnableModelMatrices(e))
	k.update(t, 0.1)
	first := append([]float32(nil), k.animation.ModelMatrices(e)...)
	k.update(t, 0.1)
	if sameBits(first, k.animation.ModelMatrices(e)) || k.library.Baked(model.Clip("run")) == nil {
		t.Error("the loaded model does not move, or its clip is not baked")
	}
	t.Logf("%d frames while the file was loaded", frames)
}

// lookUpAll calls the methods that may run during a frame.
func lookUpAll(l *assets.Library, model *assets.Model) {
	for _, id := range append(model.Clips[:len(model.Clips):len(model.Clips)], 99) {
		l.Clip(id)
		l.Baked(id)
		l.BakedAt(id, 1)
		l.BakeReport(id)
		l.Describe(id)
	}
	for clip := range l.Clips {
		l.ClipsNamed(clip.Name())
	}
	model.Clip("pose 1")
	_, _ = model.FindClip("pose 1")
	_, _ = l.FindMask("none")
	_, _ = l.FindMotion("line")
	_, _ = l.FindCurve("square")
	_, _ = l.FindGraph("none")
	l.Owns(model)
	l.Count()
	model.JointBounds(l)
	model.Reach(l)
	l.LevelMask(model.Skeleton, 1)
	for _, part := range model.Parts {
		l.Mesh(part.Mesh)
		l.Skin(part.Skin)
	}
}
