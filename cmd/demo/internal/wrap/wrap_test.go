package wrap_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
)

func TestText(t *testing.T) {
	for text, want := range map[string][]string{
		"": {""}, "one": {"one"}, "one two": {"one two"}, "one two three": {"one two", "three"},
		"enormous one": {"enormous", "one"}, "an enormous one": {"an", "enormous", "one"}, "über die öde": {"über", "die öde"},
	} {
		lines := wrap.Text(text, 7, utf8.RuneCountInString)
		if !slices.Equal(lines, want) {
			t.Errorf("%q: %q, want %q", text, lines, want)
		}
		if again := strings.Join(lines, " "); again != text {
			t.Errorf("%q together is %q", text, again)
		}
	}
}
