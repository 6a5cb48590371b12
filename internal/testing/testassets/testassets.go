package testassets

import (
	"fmt"
	"os"
	"path/filepath"
)

// T is the part of [testing.TB] that this package uses.
type T interface {
	Helper()
	Skipf(format string, arguments ...any)
	Fatalf(format string, arguments ...any)
}

// Root returns the absolute path of the folder of test files. If there is none, the test is
// skipped, or fails with SINEW_REQUIRE_GOLDEN=1.
func Root(t T) string {
	t.Helper()
	root, err := find(os.Getenv("SINEW_SHARED"))
	if err != nil {
		skipOrFail(t, err)
		return ""
	}
	return root
}

// Path returns the path of a file or folder of the test files. The name is relative to [Root] and
// separated by slashes, such as "assets/fox/Fox.glb". If it is absent, the test is skipped, or
// fails with SINEW_REQUIRE_GOLDEN=1.
func Path(t T, name string) string {
	t.Helper()
	root := Root(t)
	if root == "" {
		return ""
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		skipOrFail(t, fmt.Errorf("test file %s is absent: %w", name, err))
		return ""
	}
	return path
}

// skipOrFail skips the test, or fails it with SINEW_REQUIRE_GOLDEN=1.
func skipOrFail(t T, err error) {
	t.Helper()
	if os.Getenv("SINEW_REQUIRE_GOLDEN") == "1" {
		t.Fatalf("%v (required by SINEW_REQUIRE_GOLDEN=1)", err)
		return
	}
	t.Skipf("%v; set SINEW_SHARED to the folder that holds assets/ and golden/", err)
}

// find returns the absolute path of a folder, by default of the folder shared beside the
// repository.
func find(folder string) (string, error) {
	if folder == "" {
		repository, err := repository()
		if err != nil {
			return "", err
		}
		folder = filepath.Join(repository, "..", "shared")
	}
	root, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("test files: %w", err)
	}
	if info, err := os.Stat(root); err != nil {
		return "", fmt.Errorf("test files: %w", err)
	} else if !info.IsDir() {
		return "", fmt.Errorf("test files: %s is not a folder", root)
	}
	return root, nil
}

// repository returns the nearest folder with a go.mod, from the working directory upward. In a test
// that is the package's folder.
func repository() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("test files: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return "", fmt.Errorf("test files: no go.mod in the working directory or above")
		}
		at = above
	}
}
