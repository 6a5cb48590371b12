package text_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

func TestTableKeepsEveryCell(t *testing.T) {
	long := strings.Repeat("a long name ", 40)
	var out strings.Builder
	err := text.Table(&out, []string{"name", ">number"},
		[][]string{{long, "7"}, {"short", "123456"}, {"esc\x1b[1m", "…"}})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("got %d lines, want 5:\n%s", len(lines), out.String())
	}
	for i, want := range []string{"name", "─", strings.TrimSpace(long), "short", "esc?[1m"} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %q is missing from %q", i, want, lines[i])
		}
	}
	if !strings.HasSuffix(strings.TrimRight(lines[2], " "), "     7") ||
		!strings.HasSuffix(strings.TrimRight(lines[3], " "), "123456") {
		t.Errorf("numbers are not right-aligned:\n%s", out.String())
	}
}

func TestQuantities(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1536: "1.5 KB", 20 << 20: "20.0 MB",
		5 << 40: "5120.0 GB",
	} {
		if got := text.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
	for seconds, want := range map[float64]string{0: "0 s", 1.25: "1.25 s", 1.0 / 3: "0.333 s", 100: "100 s"} {
		if got := text.Seconds(seconds); got != want {
			t.Errorf("Seconds(%v) = %q, want %q", seconds, got, want)
		}
	}
}
