package curves_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/curves"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleDraw() {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	var picture bytes.Buffer
	err = curves.Draw(&picture, library, model, curves.Options{Clip: "walk", Joints: []string{"left_*"}, Format: "svg"})
	fmt.Println(err, strings.HasPrefix(picture.String(), "<?xml"))
	// Output: <nil> true
}

// character returns the mannequin, made once.
func character(t *testing.T) (*assets.Library, *assets.Model) {
	t.Helper()
	made, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return made.library, made.model
}

type made struct {
	library *assets.Library
	model   *assets.Model
}

var once = sync.OnceValues(func() (made, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	return made{library, model}, err
})

// drawing is what an SVG file shows.
type drawing struct {
	texts []string
	lines map[string][]int // the numbers of points of the lines, by style: their color, and whether they are dashed
	dots  map[string]int   // the numbers of filled shapes, by color
}

// parse reads the paths and texts of an SVG file.
func parse(t *testing.T, data []byte) drawing {
	t.Helper()
	d := drawing{lines: map[string][]int{}, dots: map[string]int{}}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	inText := false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			if inText {
				d.texts = append(d.texts, strings.TrimSpace(string(token)))
			}
		case xml.EndElement:
			inText = false
		case xml.StartElement:
			inText = token.Name.Local == "text"
			attributes := map[string]string{}
			for _, a := range token.Attr {
				attributes[a.Name.Local] = a.Value
			}
			if token.Name.Local != "path" {
				continue
			}
			style := attributes["style"]
			if _, color, ok := strings.Cut(style, "stroke:"); ok {
				color, _, _ = strings.Cut(color, ";")
				if strings.Contains(style, "dasharray") {
					color += " dashed"
				}
				d.lines[color] = append(d.lines[color], strings.Count(attributes["d"], "L"))
			} else if _, color, ok := strings.Cut(style, "fill:"); ok {
				color, _, _ = strings.Cut(color, ";")
				d.dots[color]++
			}
		}
	}
}

// The colors of the components in the file.
var componentColors = []string{"#C82828", "#1E8C32", "#2850C8", "#966414"}

func TestCurves(t *testing.T) {
	library, model := character(t)
	walk := library.Clip(model.Clip("walk"))
	var picture bytes.Buffer
	if err := curves.Draw(&picture, library, model, curves.Options{
		Clip: "walk", Joints: []string{"hips", "left_thigh"},
		Format: "svg",
	}); err != nil {
		t.Fatal(err)
	}
	d := parse(t, picture.Bytes())
	all := strings.Join(d.texts, "\n")
	for _, want := range []string{
		"hips: translation", "hips: rotation", "left_thigh: rotation", "time in s", "translation (m)",
		"rotation (quaternion)",
		mannequin.LeftFoot, mannequin.RightFoot, "baked with an error of at most", "2 of ", "keys", "baked",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the text %q is missing from\n%s", want, all)
		}
	}
	for _, other := range []string{"left_thigh: translation", "scale", "left_shin"} {
		if strings.Contains(all, other) {
			t.Errorf("%q is shown", other)
		}
	}
	// Three panels have x, y and z, two of them w. Each has a curve, its baked form, and a dot for
	// each key.
	keys := walk.Tracks()[0].Track.Times()
	for i, color := range componentColors {
		panels := 3
		if i == 3 {
			panels = 2
		}
		curved := 0
		for _, points := range d.lines[color] {
			if points >= len(keys) {
				curved++
			}
		}
		legend := map[bool]int{true: 1}[i == 0] // a dot
		if curved != panels || d.dots[color] != panels*len(keys)+legend {
			t.Errorf("component %d: %d curves and %d dots, want %d and %d; %v", i, curved, d.dots[color], panels,
				panels*len(keys)+legend, d.lines[color])
		}
	}
	dashed := 0
	for _, points := range d.lines["#000000 dashed"] {
		if points >= len(keys) {
			dashed++
		}
	}
	if dashed != 3+4+4 {
		t.Errorf("%d baked curves, want 11", dashed)
	}
}

func TestDefaultsAndPictures(t *testing.T) {
	library, model := character(t)
	var picture bytes.Buffer
	if err := curves.Draw(&picture, library, model, curves.Options{Format: "svg"}); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(parse(t, picture.Bytes()).texts, "\n"); !strings.Contains(all, `clip "idle": 4 of `) {
		t.Errorf("texts %s", all)
	}
	picture.Reset()
	if err := curves.Draw(&picture, library, model,
		curves.Options{Clip: "1", Joints: []string{"head"}, Format: "png"}); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&picture)
	if err != nil || m.Bounds().Dx() < 300 {
		t.Errorf("a picture of %v, %v", m.Bounds(), err)
	}
}

func TestErrors(t *testing.T) {
	library, model := character(t)
	bare := *model
	bare.SetClips(library, nil)
	for _, row := range []struct {
		model   *assets.Model
		options curves.Options
		want    []string
	}{
		{model, curves.Options{Clip: "wlak", Format: "svg"}, []string{`"wlak"`, "walk"}},
		{model, curves.Options{Clip: "6", Format: "svg"}, []string{`"6"`}},
		{model, curves.Options{Joints: []string{"nose"}, Format: "svg"}, []string{`"nose"`}},
		{model, curves.Options{Joints: []string{"hips", "tail_*"}, Format: "svg"}, []string{`"tail_*"`}},
		{model, curves.Options{Joints: []string{"[", "hips"}, Format: "svg"}, []string{`"["`}},
		{model, curves.Options{Joints: []string{"root"}, Format: "svg"}, []string{`no track for joint "root"`}},
		{model, curves.Options{Format: "bmp"}, []string{"bmp"}},
		{&bare, curves.Options{Format: "svg"}, []string{"no clips"}},
	} {
		var out bytes.Buffer
		err := curves.Draw(&out, library, row.model, row.options)
		for _, want := range row.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %v, want %q in it", row.options, err, want)
			}
		}
		if out.Len() > 0 {
			t.Errorf("%+v: %d bytes were written", row.options, out.Len())
		}
	}
}

// TestMorphs plots a clip that moves the weights of morph targets alone: a numbered curve for each.
func TestMorphs(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model := handmade.ExampleFace(library)
	skeleton := library.Skeleton(model.Skeleton)
	channel := skeleton.MorphChannels()[0]
	values := make([]float32, 2*channel.Count)
	for i := range values {
		values[i] = float32(i) / 8
	}
	c, err := clip.NewBuilder("smile", skeleton).
		MorphWeights(channel.Joint, clip.Linear, []float32{0, 1}, values).Build()
	if err != nil {
		t.Fatal(err)
	}
	model.SetClips(library, []assets.ClipID{library.AddClip(c)})
	var picture bytes.Buffer
	if err := curves.Draw(&picture, library, model, curves.Options{Format: "svg"}); err != nil {
		t.Fatal(err)
	}
	d := parse(t, picture.Bytes())
	all := strings.Join(d.texts, "\n")
	if !strings.Contains(all, skeleton.JointName(channel.Joint)+": morph weights") {
		t.Errorf("the title is missing from\n%s", all)
	}
	const widest = 5 * vg.Inch // of a picture with one panel
	legend := slices.Index(d.texts, "x")
	if heading := strings.Join(d.texts[:max(legend, 0)], " "); !strings.Contains(heading, "sampled exactly, not baked: ") {
		t.Errorf("expected a heading that tells why the clip is not baked, found %q", heading)
	}
	for _, line := range d.texts[:max(legend, 0)] {
		if width := plot.New().Title.TextStyle.Width(line); width > widest {
			t.Errorf("expected lines of at most %v points, found %v: %q", widest, width, line)
		}
	}
	for k := range channel.Count {
		if !slices.Contains(d.texts, strconv.Itoa(k)) {
			t.Errorf("the number of weight %d is missing from\n%s", k, all)
		}
	}
}

// TestAxesTellNumbersApart plots a scale that hardly moves, and one that does not.
func TestAxesTellNumbersApart(t *testing.T) {
	for _, to := range []float32{1, 1.00001, 1.002, 3} {
		library := assets.NewLibrary(assets.Exact())
		skeleton := handmade.Arm(t)
		c, err := clip.NewBuilder("grow", skeleton).
			Scale(1, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{1, 1, 1}, {to, to, to}}).Build()
		if err != nil {
			t.Fatal(err)
		}
		model := &assets.Model{Name: "arm", Skeleton: library.AddSkeleton(skeleton)}
		model.SetClips(library, []assets.ClipID{library.AddClip(c)})
		var picture bytes.Buffer
		if err := curves.Draw(&picture, library, model, curves.Options{Format: "svg"}); err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, text := range parse(t, picture.Bytes()).texts {
			if number, err := strconv.ParseFloat(text, 64); err == nil && number > 0.9 {
				seen[text]++
			}
		}
		delete(seen, "1.0") // of the axis of time
		for text, times := range seen {
			if times > 1 {
				t.Errorf("a scale from 1 to %v: %d ticks are %s", to, times, text)
			}
		}
		if len(seen) < 2 {
			t.Errorf("a scale from 1 to %v: only the ticks %v", to, seen)
		}
	}
}
