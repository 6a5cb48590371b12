package bench

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/rollback"
)

// BenchmarkRollback saves and restores the whole state of a crowd. Without changes of the
// population a restore only writes values; otherwise it rebuilds the world.
func BenchmarkRollback(b *testing.B) {
	for _, characters := range []int{100, 1000} {
		c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
		library, model := shared(b, c)
		crowd := newCrowd(b, library, model, c)
		crowd.update(b, 1.0/60)
		session, err := rollback.NewSession(crowd.Animation)
		if err != nil {
			b.Fatal(err)
		}
		snapshot, err := session.AppendSnapshot(nil)
		if err != nil {
			b.Fatal(err)
		}
		run := func(name string, work func() error) {
			b.Run(fmt.Sprintf("characters=%d/%s", characters, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := work(); err != nil {
						b.Fatal(err)
					}
				}
				perCharacter(b, characters, 0, "")
			})
		}
		run("save", func() (err error) {
			snapshot, err = session.AppendSnapshot(snapshot[:0])
			return err
		})
		run("restore", func() error { return session.Restore(snapshot) })
		run("restore/after=birth", func() error {
			crowd.World().NewEntity()
			return session.Restore(snapshot)
		})
	}
}

// BenchmarkHistory records the poses of a crowd and tests rays against past ones.
func BenchmarkHistory(b *testing.B) {
	const capsules, ticks = 20, 64
	for _, characters := range []int{1, 100} {
		c := frameCase{joints: 64, clips: 1, characters: characters, workers: 1}
		library, model := shared(b, c)
		crowd := newCrowd(b, library, model, c)
		var list []rollback.Capsule
		for i := range capsules {
			list = append(list, rollback.Capsule{
				Skeleton: model.Skeleton, Joint: int32(i * 3), A: mgl32.Vec3{0, -0.1, 0}, B: mgl32.Vec3{0, 0.1, 0},
				Radius: 0.05,
			})
		}
		history, err := rollback.NewHistory(crowd.Animation, ticks, list...)
		if err != nil {
			b.Fatal(err)
		}
		for _, entity := range crowd.entities {
			if err := crowd.EnableModelMatrices(entity); err != nil {
				b.Fatal(err)
			}
		}
		for range ticks + 1 {
			crowd.update(b, 1.0/60)
			history.Record()
		}
		name := fmt.Sprintf("capsules=%d/characters=%d/", capsules, characters)
		b.Run(name+"record", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				history.Record()
			}
			perCharacter(b, characters, capsules, "capsule")
		})
		// Through the middle of the first character, so that the broad phase does not spare its
		// capsules.
		_, newest := history.Ticks()
		middle, ok := history.JointMatrix(float64(newest)-0.5, crowd.entities[0], 30)
		if !ok {
			b.Fatal("the joint is not recorded")
		}
		target := mgl32.Vec3{middle[3], middle[7], middle[11]}
		for _, test := range []struct {
			name string
			at   mgl32.Vec3
			hits bool
		}{{"hit", target, true}, {"miss", target.Add(mgl32.Vec3{0, 1000, 0}), false}} {
			b.Run(name+"ray="+test.name, func(b *testing.B) {
				b.ReportAllocs()
				_, newest := history.Ticks()
				for b.Loop() {
					_, ok := history.Ray(float64(newest)-0.5, test.at.Add(mgl32.Vec3{0, 0, 5}),
						mgl32.Vec3{0, 0, -1}, 100)
					if ok != test.hits {
						b.Fatalf("the ray hits: %v", ok)
					}
				}
				perCharacter(b, characters, capsules, "capsule")
			})
		}
	}
}
