package crowd_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// stadium fills a fixture with members on rings around the origin, a meter apart.
func stadium(b *testing.B, f *fixture, count int) {
	b.Helper()
	radius := 30.0
	for n := 0; n < count; radius++ {
		onRing := int(2 * math.Pi * radius)
		for i := 0; i < onRing && n < count; i++ {
			angle := 2 * math.Pi * float64(i) / float64(onRing)
			at := mgl32.Translate3D(float32(radius*math.Cos(angle)), float32(radius-30)*0.5,
				float32(radius*math.Sin(angle)))
			if _, err := f.crowd.Spawn(f.model, at, f.model.Clip(clips[n%6])); err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	check(b, f.store.Sync())
}

// BenchmarkFrame measures what a frame of a crowd takes of the CPU before the first call of the
// driver: noticing what changed, culling and listing the members, also those that each of three
// shadow maps draws. A spectator sees a sixth of them, or everybody is in view; far members are
// impostors, or none is. The camera moves in every frame, so that all is found anew.
func BenchmarkFrame(b *testing.B) {
	errors := []float32{0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06}
	for _, all := range []bool{false, true} {
		for _, count := range []int{1000, 10000, 100000} {
			for _, ratio := range []float32{0, 24} {
				name, v := "sixth", lookingOut()
				if all {
					name, v = "all", everything()
				}
				v.Height, v.Tolerance, v.Eye = 0.8, 0.00075, mgl32.Vec3{0, 10, 0}
				v.Errors = func(*crowdstore.Kind) []float32 { return errors }
				v.ImpostorRatio, v.Impostors = ratio, []int32{100}
				b.Run(fmt.Sprintf("members=%d/view=%s/impostors=%v", count, name, ratio > 0),
					func(b *testing.B) { benchmarkFrame(b, count, v) })
			}
		}
	}
}

// lookingOut is a view from the middle along x, 60 degrees wide, with shadows of what is at most
// 100 m away.
func lookingOut() *crowdstore.View {
	v := &crowdstore.View{Casting: true, Light: mgl32.Vec3{0, 0.8, 0.6}, CasterHeight: 1.0 / 12}
	for i := range v.Image {
		side := []mgl32.Vec3{{0.5, 0, 0.866}, {0.5, 0, -0.866}, {0.5, 0.866, 0}, {0.5, -0.866, 0}, {1, 0, 0}, {-1, 0, 0}}[i]
		distance := []float32{0, 0, -8.66, 8.66, -0.1, 1000}[i]
		v.Image[i] = side.Vec4(distance)
	}
	v.Shadow = boxPlanes(100)
	return v
}

// boxPlanes returns the planes of a cube around the origin, of which half an edge is given.
func boxPlanes(half float32) (planes [6]mgl32.Vec4) {
	for i := range planes {
		axis := mgl32.Vec3{}
		axis[i/2] = float32(1 - 2*(i%2))
		planes[i] = axis.Vec4(half)
	}
	return planes
}

func benchmarkFrame(b *testing.B, count int, v *crowdstore.View) {
	f := newFixture(b)
	stadium(b, f, count)
	var c crowdstore.Collected
	maps := [][6]mgl32.Vec4{v.Shadow, boxPlanes(60), boxPlanes(40), boxPlanes(0)}
	for i := range maps[1:] {
		v.Cascades = append(v.Cascades, crowdstore.Cascade{Shown: maps[i], Without: maps[i+1]})
	}
	least := time.Hour
	for b.Loop() {
		v.Eye[0] = 0.01 - v.Eye[0]
		start := time.Now()
		if err := f.store.Sync(); err != nil {
			b.Fatal(err)
		}
		f.store.Begin(&c)
		f.store.Collect(&c, v)
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(c.Members), "members")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ms/frame")
	b.ReportMetric(float64(least.Nanoseconds())/1e6, "least-ms/frame")
}

// BenchmarkCrossFade measures a change of a member, until the GPU would get it.
func BenchmarkCrossFade(b *testing.B) {
	f := newFixture(b)
	stadium(b, f, 1000)
	m := f.spawn(b, "walk")
	to := [2]string{"run", "walk"}
	i := 0
	for b.Loop() {
		if err := m.CrossFade(f.model.Clip(to[i%2]), 0.3); err != nil {
			b.Fatal(err)
		}
		i++
		if i%64 == 0 {
			if err := f.store.Sync(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
