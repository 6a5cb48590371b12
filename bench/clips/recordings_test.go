package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// recordingFolder makes a folder with a recording of two joints that swing unevenly, 4 s at 60
// frames a second, and what ACL made of it.
func recordingFolder(t *testing.T) string {
	t.Helper()
	const frames = 241
	var text strings.Builder
	fmt.Fprintf(&text, `HIERARCHY
ROOT hips
{
	OFFSET 0 90 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
	JOINT spine
	{
		OFFSET 0 20 0
		CHANNELS 3 Zrotation Yrotation Xrotation
		End Site
		{
			OFFSET 0 30 0
		}
	}
}
MOTION
Frames: %d
Frame Time: 0.0166667
`, frames)
	for i := range frames {
		for k := range 9 {
			fmt.Fprintf(&text, "%.4f ", 20*math.Sin(float64(i)*(0.03+0.01*float64(k)))+2*math.Sin(float64(i*(k+2))*0.11))
		}
		text.WriteByte('\n')
	}
	folder := t.TempDir()
	acl := `{"what": "made up", "clips": [{"file": "swing.bvh", "hz": 30, "toleranceMm": 1, "bytes": 2500, "errorMm": 1.5}]}`
	for name, content := range map[string]string{"swing.bvh": text.String(), aclFile: acl} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Ways that take turns have the bytes that the tables beside ACL tell of each of them alone.
func TestTurnsHaveTheBytesOfEachWay(t *testing.T) {
	folder := recordingFolder(t)
	tables := func(o options) string {
		t.Helper()
		o.Folders = []string{folder}
		var out bytes.Buffer
		if err := run(&out, o); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	size := func(tables, name string) int {
		t.Helper()
		match := regexp.MustCompile(`(?m)^\| ` + name + ` *\| 30 *\| 1 *\| (\d+) `).FindStringSubmatch(tables)
		if match == nil {
			t.Fatalf("expected a row of %s, found none in\n%s", name, tables)
		}
		n, _ := strconv.Atoi(match[1])
		return n
	}
	turns := tables(options{Turns: 2})
	sizes := [2]int{size(turns, "whole frames"), size(turns, "small")}
	for i, isSmall := range []bool{false, true} {
		if alone := size(tables(options{Small: isSmall}), `\*\*all\*\*`); sizes[i] != alone {
			t.Errorf("small %v: expected %d bytes in turns as alone, found %d", isSmall, alone, sizes[i])
		}
	}
	if !(sizes[1] < sizes[0]) {
		t.Errorf("expected fewer bytes of a small clip than %d, found %d", sizes[0], sizes[1])
	}
}

// A recording that is not there is an error that names it, in turns too.
func TestTurnsNameAMissingRecording(t *testing.T) {
	folder := recordingFolder(t)
	if err := os.Remove(filepath.Join(folder, "swing.bvh")); err != nil {
		t.Fatal(err)
	}
	err := run(&bytes.Buffer{}, options{Folders: []string{folder}, Turns: 1})
	if err == nil || !strings.Contains(err.Error(), "swing.bvh") {
		t.Errorf("expected an error that names swing.bvh, found %v", err)
	}
}
