package main

import (
	"strings"
	"testing"
)

func TestShotsHitWhatTheShooterSaw(t *testing.T) {
	var out strings.Builder
	got := run(&out, walkersFile(t.TempDir()), "travel", 60, 15)
	t.Log(out.String())
	if got.shots < 80 || got.hits != got.shots {
		t.Errorf("%d of %d shots hit", got.hits, got.shots)
	}
	if got.hitsWithoutHistory > got.shots/10 {
		t.Errorf("%d of %d shots hit without the history, so that the test proves nothing",
			got.hitsWithoutHistory, got.shots)
	}
	if !strings.Contains(out.String(), "60 characters with 67 joints, of which 18 are kept") {
		t.Error("the server keeps other joints")
	}
}
