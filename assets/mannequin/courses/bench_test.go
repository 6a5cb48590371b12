package courses

import "testing"

// BenchmarkRoaming makes a minute of a course.
func BenchmarkRoaming(b *testing.B) {
	lib, model := newModel(b)
	skeleton := lib.Skeleton(model.Skeleton)
	var minute []Move
	for len(minute) < 60 {
		minute = append(minute, turns...)
	}
	for b.Loop() {
		if _, err := Roaming("minute", skeleton, minute[:52]...); err != nil {
			b.Fatal(err)
		}
	}
}
