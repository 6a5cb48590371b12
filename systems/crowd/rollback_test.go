package crowd_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A session of package rollback saves a crowd: after a restore it shows what it showed at that
// time, over births, deaths and changes since.
func TestSessionsRestoreCrowds(t *testing.T) {
	f := newFixture(t)
	session, err := rollback.NewSession(f.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	stays, goes := f.spawn(t, "walk"), f.spawn(t, "run")
	check(t, goes.CrossFade(f.model.Clip("dance"), 1))
	f.update(t, 0.4)
	snapshot, err := session.AppendSnapshot(nil)
	check(t, err)
	before := [2][]float32{f.palette(t, stays.Entity(), 0), f.palette(t, goes.Entity(), 0)}
	time := f.crowd.Time()
	check(t, stays.CrossFade(f.model.Clip("wave"), 0.2))
	check(t, stays.Move(mgl32.Translate3D(9, 0, 0)))
	check(t, f.crowd.Remove(goes.Entity()))
	f.spawn(t, "idle")
	f.update(t, 0.3)
	f.palette(t, stays.Entity(), 0)
	check(t, session.Restore(snapshot))
	f.update(t, 0)
	if f.crowd.Time() != time || f.crowd.Len() != 2 {
		t.Errorf("at %v s there are %d members, want 2 at %v s", f.crowd.Time(), f.crowd.Len(), time)
	}
	for i, m := range [2]crowd.Member{stays, goes} {
		if d := f.palettesDiffer(f.palette(t, m.Entity(), 0), before[i]); d != 0 {
			t.Errorf("member %d is %v m from where it was", i, d)
		}
	}
}

// A frame allocates nothing, whether members change or not.
func TestFramesAllocateNothing(t *testing.T) {
	f := newFixture(t)
	m := f.spawn(t, "walk")
	for i := range 300 {
		_, err := f.crowd.Spawn(f.model, mgl32.Translate3D(float32(i%20), 0, float32(i/20)), f.model.Clip("run"))
		check(t, err)
	}
	var c crowdstore.Collected
	v := everything()
	fades := [2]string{"walk", "run"}
	i := 0
	frame := func() {
		i++
		if m.CrossFade(f.model.Clip(fades[i%2]), 0.1) != nil || f.store.Sync() != nil {
			t.Error("an error")
		}
		f.store.Begin(&c)
		f.store.Collect(&c, v)
	}
	for range 20 {
		frame()
	}
	if n := testing.AllocsPerRun(100, frame); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A crowd that was drawn in a wrongly predicted frame is drawn as it is after the restore, also if
// as much time passes once more as in the prediction.
func TestStoresFollowARestore(t *testing.T) {
	f := newFixture(t)
	session, err := rollback.NewSession(f.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	var all []crowd.Member
	for range 100 {
		all = append(all, f.spawn(t, "walk"))
	}
	records := func() (list [][crowdstore.RecordWords]uint32) {
		check(t, f.store.Sync())
		for _, m := range all {
			list = append(list, f.store.Records()[f.store.Slot(m.Entity())])
		}
		return list
	}
	f.update(t, 0.1)
	want := records()
	for _, frames := range [][2]float64{{0.1, 0.1}, {0.1, 0.2}, {0, 0}} { // predicted, and after the restore
		snapshot, err := session.AppendSnapshot(nil)
		check(t, err)
		for _, m := range all {
			check(t, m.CrossFade(f.model.Clip("run"), 0.3))
		}
		f.update(t, frames[0])
		records()
		check(t, session.Restore(snapshot))
		f.update(t, frames[1])
		if !slices.Equal(records(), want) {
			t.Errorf("after %v s, and %v s from the restore on, the crowd is drawn as it was predicted", frames[0], frames[1])
		}
	}
}
