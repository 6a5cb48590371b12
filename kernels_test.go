package sinew_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew"
)

// What switches kernels off is what the report names.
func TestKernelsNamesWhatSwitchesThemOff(t *testing.T) {
	if variable := os.Getenv("SINEW_TEST_KERNELS"); variable != "" {
		os.Stdout.WriteString("kernels: " + sinew.Kernels().String() + "\n")
		return
	}
	if runtime.GOOS == "js" {
		t.Skipf("%s starts no processes, another system does", runtime.GOOS)
	}
	report := func(variable string) string {
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		for _, entry := range os.Environ() {
			if !strings.HasPrefix(entry, "SINEW_NO") {
				command.Env = append(command.Env, entry)
			}
		}
		command.Env = append(command.Env, "SINEW_TEST_KERNELS=1", variable+"=1")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		_, line, _ := strings.Cut(string(out), "kernels: ")
		line, _, _ = strings.Cut(line, "\n")
		return line
	}
	free := report("SINEW_NOTHING")
	off, narrow := report("SINEW_NOASM"), report("SINEW_NOAVX512")
	t.Log(free, off, narrow)
	if strings.HasPrefix(free, "Go (") {
		if off != free || narrow != free {
			t.Errorf("there are no kernels but those in Go: %q, %q, %q", free, off, narrow)
		}
		return
	}
	if off != "Go (SINEW_NOASM is set)" {
		t.Errorf("with SINEW_NOASM: %q", off)
	}
	want := free
	if strings.Contains(free, "AVX-512") {
		want = "AVX2 (SINEW_NOAVX512 is set)"
	}
	if narrow != want {
		t.Errorf("with SINEW_NOAVX512: %q, want %q", narrow, want)
	}
	if strings.Contains(free, "(") {
		t.Errorf("nothing is switched off, but the report is %q", free)
	}
}
