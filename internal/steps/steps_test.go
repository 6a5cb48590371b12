package steps

import "testing"

// counted is a step that counts how often it was done.
type counted struct{ n int }

func (c *counted) DoWithGraph() { c.n++ }

func TestDoor(t *testing.T) {
	var door Door[Graph]
	step := &counted{}
	door.Do(step)
	if step.n != 0 {
		t.Errorf("a closed door did a step %d times", step.n)
	}
	door.Open(func(s Graph) { s.DoWithGraph() })
	door.Open(func(Graph) { t.Error("expected the function that opened the door first") })
	door.Do(step)
	if step.n != 1 {
		t.Errorf("an open door did a step %d times, expected once", step.n)
	}
	if n := testing.AllocsPerRun(100, func() { door.Do(step) }); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}
