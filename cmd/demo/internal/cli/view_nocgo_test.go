//go:build !cgo

package cli_test

import (
	"strings"
	"testing"
)

func TestViewErrorsWithoutCgo(t *testing.T) {
	for _, arguments := range [][]string{nil, {"view"}, {"-headless", "-out", "a.png"}} {
		status, stdout, stderr := run(arguments...)
		if status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, "cgo") || stdout != "" {
			t.Errorf("%q: status %d, stdout %q, stderr %q", arguments, status, stdout, stderr)
		}
	}
}
