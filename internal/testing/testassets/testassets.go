package testassets

import (
	"fmt"
	"os"
	"path/filepath"
)

// T is what of [testing.TB] this package uses.
type T interface {
	Helper()
	Skipf(format string, arguments ...any)
	Fatalf(format string, arguments ...any)
}

// Root returns the absolute path of the folder of test files. Where there is none the test is skipped, or fails with
// SINEW_REQUIRE_GOLDEN=1.
func Root(t T) string {
	t.Helper()
	root, err := find(os.Getenv("SINEW_SHARED"))
	if err != nil {
		skipOrFail(t, err)
		return ""
	}
	return root
}

// Path returns the path of a file or folder among the test files, given by its slash-separated name in them, such as
// "assets/fox/Fox.glb". Where it is absent the test is skipped, or fails with SINEW_REQUIRE_GOLDEN=1.
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

func skipOrFail(t T, err error) {
	t.Helper()
	if os.Getenv("SINEW_REQUIRE_GOLDEN") == "1" {
		t.Fatalf("%v (SINEW_REQUIRE_GOLDEN=1 demands it)", err)
		return
	}
	t.Skipf("%v; set SINEW_SHARED to the folder that holds assets/ and golden/", err)
}

// find returns the folder that was asked for, or without a wish the one beside the repository.
func find(wish string) (string, error) {
	if wish == "" {
		repository, err := repository()
		if err != nil {
			return "", err
		}
		wish = filepath.Join(repository, "..", "shared")
	}
	root, err := filepath.Abs(wish)
	if err != nil {
		return "", fmt.Errorf("test files: %w", err)
	}
	if info, err := os.Stat(root); err != nil {
		return "", fmt.Errorf("test files: %w", err)
	} else if !info.IsDir() {
		return "", fmt.Errorf("test files: %s is no folder", root)
	}
	return root, nil
}

// repository returns the nearest folder upward of the working directory, a test's own package, that holds go.mod.
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
			return "", fmt.Errorf("test files: no go.mod in any folder above the working directory")
		}
		at = above
	}
}
