package pack_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// cookElsewhere runs a test in a second process, which writes a pack, and returns its path.
func cookElsewhere(t *testing.T, name string) string {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("there are no processes here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Skipf("the test binary cannot be run again: %v", err)
	}
	path := filepath.Join(t.TempDir(), "cooked.pack")
	command := exec.Command(self, "-test.run", "^"+name+"$")
	command.Env = append(os.Environ(), "SINEW_COOKED="+path)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("the second process: %v\n%s", err, out)
	}
	return path
}
