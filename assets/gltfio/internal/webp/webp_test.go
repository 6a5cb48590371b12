package webp

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"image/color"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// The images have 24 by 16 pixels, encoded by libwebp: red 200 in the left half and 40 in the right
// one, green 180 in the upper half and 60 in the lower one, blue 90. Where there is alpha, it is
// 255 in the left half, 128 in the upper right quarter and 0 in the lower one.
const (
	lossyHex      = "5249464664000000574542505650382058000000d003009d012a180010003e31148842a22121180400200304b3004e994224019bffb800081a7b0000fb3ffedb7fffcf45bffb7bffed87fffeceeff7e064da8e7f1b55fff704efff9209dbbff890bc43ff9209dba09f9a4000"
	lossyAlphaHex = "524946469800000057454250565038580a000000100000001700000f0000414c50481a0000000117201048529f7c8d880807810061d2a4540511fd0fb59a81135650382058000000d003009d012a180010003e31148842a22121180400200304b3004e994224019bffb800081a7b0000fb3ffedb7fffcf45bffb7bffed87fffeceeff7e064da8e7f1b55fff704efff9209dbbff890bc43ff9209dba09f9a4000"
	losslessHex   = "524946463e000000574542505650384c310000002f17c003101f2010487160832d1020e4c8922675b4040445d72d17993d4820cc369ae4242779ff2388e87f54db9e2af00400"
)

func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// extended returns a lossless image in the extended format, with alpha and metadata.
func extended(data []byte) []byte {
	vp8x := []byte{'V', 'P', '8', 'X', 10, 0, 0, 0, 1<<4 | 1<<3, 0, 0, 0, 23, 0, 0, 15, 0, 0}
	exif := []byte{'E', 'X', 'I', 'F', 3, 0, 0, 0, 1, 2, 3, 0}
	out := append([]byte("RIFF\x00\x00\x00\x00WEBP"), vp8x...)
	out = append(append(out, data[headerSize:]...), exif...)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

func TestDecode(t *testing.T) {
	lossless := fromHex(t, losslessHex)
	for _, row := range []struct {
		name     string
		data     []byte
		alpha    bool
		distance int // of a color from the color that was encoded
	}{
		{"lossy", fromHex(t, lossyHex), false, 12},
		{"lossy with alpha", fromHex(t, lossyAlphaHex), true, 12},
		{"lossless", lossless, true, 0},
		{"lossless with metadata", extended(lossless), true, 0},
	} {
		width, height, err := Size(row.data)
		if width != 24 || height != 16 || err != nil {
			t.Errorf("%s: %d by %d pixels, %v, want 24 by 16", row.name, width, height, err)
		}
		picture, err := Decode(row.data)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		for _, at := range [][2]int{{2, 2}, {20, 3}, {4, 14}, {21, 13}} {
			want := color.NRGBA{200, 180, 90, 255}
			if at[0] >= 12 {
				want.R = 40
			}
			if at[1] >= 8 {
				want.G = 60
			}
			if row.alpha && at[0] >= 12 {
				want.A = 128
				if at[1] >= 8 {
					want.A = 0
				}
			}
			got := picture.NRGBAAt(at[0], at[1])
			near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= uint8(row.distance) }
			if got.A != want.A || got.A > 0 && !(near(got.R, want.R) && near(got.G, want.G) && near(got.B, want.B)) {
				t.Errorf("%s: pixel %v is %v, want %v", row.name, at, got, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	lossy, alpha := fromHex(t, lossyHex), fromHex(t, lossyAlphaHex)
	big := bytes.Clone(alpha)
	big[24+1]++ // the canvas is wider than the image
	flat := bytes.Clone(lossy)
	flat[28], flat[29] = 0, 0 // the height
	for want, data := range map[string][]byte{
		"expected an image of at least 1 by 1 pixels, found 24 by 0":           flat,
		`expected a header that begins with "RIFF....WEBP", found "RIFF"`:      []byte("RIFF"),
		"expected an image, in a chunk VP8 or VP8L, found the end of the file": lossy[:14],
		"expected at most the 87 bytes left":                                   lossy[:107],
		"expected a still image":                                               append(bytes.Clone(lossy[:12]), "ANIM\x00\x00\x00\x00"...),
		"expected alpha of the 24 by 16 pixels":                                big,
		"chunk \"VP8X\": expected at least 10 bytes, found 2":                  append(bytes.Clone(lossy[:12]), "VP8X\x02\x00\x00\x00ab"...),
		"chunk \"ALPH\": expected at most the 0 bytes left, found 4294967295":  append(bytes.Clone(lossy[:12]), "ALPH\xff\xff\xff\xff"...),
	} {
		if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{lossyHex, lossyAlphaHex, losslessHex} {
		seeds.Add(f, fromHex(f, text))
	}
	seeds.Add(f, extended(fromHex(f, losslessHex)))
	f.Fuzz(func(t *testing.T, data []byte) {
		width, height, err := Size(data)
		if err != nil || width*height > 1<<20 {
			return
		}
		picture, err := Decode(data)
		if err == nil && (picture.Bounds().Dx() != width || picture.Bounds().Dy() != height) {
			t.Errorf("%v, want %d by %d pixels", picture.Bounds(), width, height)
		}
	})
}
