package bench

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkRagdolls is the cost of bodies for each of 32 mannequins with 18 bodies on one core: a
// frame without them, with bodies that only follow the animation, and with bodies that pose the
// character; and what a program does for them between frames.
func BenchmarkRagdolls(b *testing.B) {
	library := assets.NewLibrary()
	model := newMannequin(b, library)
	bakeAll(b, library)
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c := frameCase{joints: library.Skeleton(model.Skeleton).Len(), clips: 1, characters: 32, workers: 1}
	b.Run("frame=without"+kernels(), func(b *testing.B) { runFrames(b, newCrowd(b, library, model, c), c) })
	bound := func(b *testing.B) (crowd *crowd, dolls []systems.Ragdoll) {
		crowd = newCrowd(b, library, model, c)
		for _, entity := range crowd.entities {
			dolls = append(dolls, crowd.Ragdoll(entity))
			must(dolls[len(dolls)-1].Bind(bodies))
		}
		must(crowd.Update(1.0 / 60))
		return crowd, dolls
	}
	b.Run("frame=inertialization and kept matrices"+kernels(), func(b *testing.B) {
		crowd := newCrowd(b, library, model, c)
		for _, entity := range crowd.entities {
			must(crowd.EnableInertialization(entity))
			for i := range bodies.Bodies {
				must(crowd.EnableModelMatrices(entity, bodies.Name(i)))
			}
		}
		runFrames(b, crowd, c)
	})
	b.Run("frame=bound"+kernels(), func(b *testing.B) {
		crowd, _ := bound(b)
		runFrames(b, crowd, c)
	})
	b.Run("frame=posed"+kernels(), func(b *testing.B) {
		crowd, dolls := bound(b)
		pose(dolls)
		runFrames(b, crowd, c)
	})
	b.Run("handle=read and write"+kernels(), func(b *testing.B) {
		_, dolls := bound(b)
		b.ReportAllocs()
		for b.Loop() {
			pose(dolls)
		}
		perCharacter(b, len(dolls), 0, "")
	})
}

var (
	motions []ragdoll.Motion
	places  []ragdoll.Transform
)

// pose puts the bodies of each doll where its animation has them.
func pose(dolls []systems.Ragdoll) {
	var err error
	for _, doll := range dolls {
		motions, err = doll.Targets(motions)
		must(err)
		places = places[:0]
		for i := range motions {
			places = append(places, motions[i].Transform)
		}
		must(doll.SetBodies(places))
		must(doll.Start())
	}
}
