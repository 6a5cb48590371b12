package rollback_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A session keeps the clips in memory that were played since it began, or within its window, so
// that frames run again with the same bits; without a session they leave. A rehearsal does not
// depend on clips that come and go.
func TestSessionKeepsClips(t *testing.T) {
	baked := assets.NewLibrary()
	figure, err := mannequin.New(baked)
	check(t, err)
	for _, row := range []struct {
		name    string
		session bool
		window  int
		later   bool // the library has no budget yet when the session begins
		stays   bool
	}{
		{"no session", false, 0, false, false},
		{"a session", true, 0, false, true},
		{"a window", true, 6, false, false},
		{"a later budget", true, 0, true, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			world, library := ecs.NewWorld(), assets.NewLibrary()
			ids, err := library.Import(baked)
			check(t, err)
			model := ids.Model(figure)
			animation, err := systems.NewAnimation(&world, library)
			check(t, err)
			t.Cleanup(animation.Close)
			if !row.later {
				check(t, library.SetBudget(t.Context(), assets.Budget{}))
			}
			var session *rollback.Session
			if row.session {
				session, err = rollback.NewSession(animation)
				check(t, err)
				check(t, session.SetWindow(row.window))
				if session.SetWindow(-1) == nil {
					t.Error("a negative window is accepted")
				}
			}
			check(t, library.SetBudget(t.Context(), assets.Budget{}))
			e, err := animation.Spawn(model, ident)
			check(t, err)
			check(t, animation.Player(e).Play(model.Clips[0]))
			check(t, animation.Update(0.02))
			var snapshot []byte
			if row.session {
				snapshot, err = session.AppendSnapshot(nil)
				check(t, err)
			}
			step := func(i int) {
				t.Helper()
				if i == 1 {
					check(t, animation.Player(e).Play(model.Clips[1]))
				}
				check(t, animation.Update(0.02))
			}
			for i := range 40 {
				if step(i); i == 5 {
					check(t, library.SetBudget(t.Context(), assets.Budget{Bytes: 1}))
				}
			}
			if got := library.IsLoaded(model.Clips[0]); got != row.stays {
				t.Fatalf("40 frames later the clip is in memory: %v, want %v", got, row.stays)
			}
			if library.IsLoaded(model.Clips[2]) {
				t.Error("a clip that was not played is in memory")
			}
			if !row.stays {
				return
			}
			after, err := session.AppendSnapshot(nil)
			check(t, err)
			check(t, session.Restore(snapshot))
			for i := range 40 {
				step(i)
			}
			again, err := session.AppendSnapshot(nil)
			check(t, err)
			if !bytes.Equal(after, again) {
				t.Error("the frames that were run again have other bits")
			}
			check(t, animation.Player(e).Play(model.Clips[3])) // it is baked again meanwhile
			for end := time.Now().Add(time.Minute); !library.IsLoaded(model.Clips[3]) && time.Now().Before(end); {
				check(t, session.Rehearse(2, func() error { return animation.Update(0.001) }))
			}
		})
	}
}
