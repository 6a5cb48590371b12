package main

import (
	"strings"
	"testing"
)

func TestPeersEndInTheSameState(t *testing.T) {
	var out strings.Builder
	if !run(&out, 100) {
		t.Error("the peers differ")
	}
	if !strings.Contains(out.String(), "peer 0 returned 3 times") ||
		!strings.Contains(out.String(), "peer 2 returned 0 times") {
		t.Errorf("other corrections than expected:\n%s", &out)
	}
}

// Without the correction the guesses would stay: the states are different, so equal hashes mean
// something.
func TestGuessesAloneDiffer(t *testing.T) {
	library, model := newLibrary()
	right, guessed := newPeer(library, model), newPeer(library, model)
	defer right.animation.Close()
	defer guessed.animation.Close()
	for frame := range 60 {
		right.frame(frame, [2]Input{pressed(0, frame), pressed(1, frame)})
		guessed.frame(frame, [2]Input{pressed(0, frame), pressed(1, max(0, frame-late))})
	}
	if right.hash() == guessed.hash() {
		t.Error("the wrong input has led to the same state")
	}
}
