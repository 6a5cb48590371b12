package gltfio

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
)

// texturedTriangle makes a file of a triangle with a material.
func texturedTriangle(material object) *builder {
	b := newBuilder()
	b.add("materials", material)
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, object{"material": 0})})
	return b
}

// material loads the file and returns the material of its first primitive.
func (b *builder) material(t *testing.T) (*mesh.Material, *assets.Library, *assets.Model) {
	t.Helper()
	lib, model := b.load(t)
	return lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material), lib, model
}

func TestMaterials(t *testing.T) {
	m, _, _ := texturedTriangle(object{}).material(t)
	want := mesh.DefaultMaterial()
	want.Name = "material_0"
	if *m != want {
		t.Errorf("%+v, want %+v", *m, want)
	}
	m, _, _ = texturedTriangle(object{
		"name": "glow",
		"pbrMetallicRoughness": object{
			"baseColorFactor": []float64{0.1, 0.2, 0.3, 0.4}, "metallicFactor": 0.5,
			"roughnessFactor": 0.25,
		},
		"emissiveFactor": []float64{1, 0.5, 0},
		"alphaMode":      "MASK", "alphaCutoff": 0.75, "doubleSided": true,
		"extensions": object{
			"KHR_materials_unlit":             object{},
			"KHR_materials_emissive_strength": object{"emissiveStrength": 4},
		},
	}).material(t)
	want = mesh.Material{
		Name: "glow", BaseColor: mgl32.Vec4{0.1, 0.2, 0.3, 0.4}, Metallic: 0.5, Roughness: 0.25,
		Emissive:    mgl32.Vec3{4, 2, 0},
		NormalScale: 1, OcclusionStrength: 1, AlphaMode: mesh.AlphaMask, AlphaCutoff: 0.75, DoubleSided: true,
		Unlit: true,
	}
	if *m != want {
		t.Errorf("%+v, want %+v", *m, want)
	}
}

// testImage is an image of 2 by 1 pixels: half-transparent red and opaque blue.
func testImage() *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	p.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 128})
	p.SetNRGBA(1, 0, color.NRGBA{0, 0, 255, 255})
	return p
}

func encodeImage(t *testing.T, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var buffer bytes.Buffer
	if err := encode(&buffer); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

func pngBytes(t *testing.T, p image.Image) []byte {
	return encodeImage(t, func(b *bytes.Buffer) error { return png.Encode(b, p) })
}

func TestImageSources(t *testing.T) {
	data := pngBytes(t, testImage())
	for name, prepare := range map[string]func(b *builder) object{
		"buffer view": func(b *builder) object { return object{"bufferView": b.view(data), "mimeType": "image/png"} },
		"data URI": func(*builder) object {
			return object{"uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)}
		},
		"wrong type": func(*builder) object {
			return object{"uri": "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(data)}
		},
		"file": func(*builder) object { return object{"uri": "pic%20ture.png"} },
	} {
		t.Run(name, func(t *testing.T) {
			b := texturedTriangle(
				object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0, "texCoord": 1}}})
			b.add("textures", object{"source": 0, "sampler": 0})
			b.add("samplers", object{"wrapS": 33071, "wrapT": 33648, "magFilter": 9728})
			b.add("images", prepare(b))
			lib := assets.NewLibrary(assets.Exact())
			model, err := OpenFS(lib, fstest.MapFS{"m.gltf": {Data: b.gltf()}, "pic ture.png": {Data: data}}, "m.gltf")
			if err != nil {
				t.Fatal(err)
			}
			texture := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material).BaseColorTexture
			if texture == nil {
				t.Fatal(model.Warnings)
			}
			want := mesh.Texture{
				Image: texture.Image, TexCoord: 1, WrapU: mesh.WrapClamp, WrapV: mesh.WrapMirror,
				Nearest: true, Transform: mgl32.Ident3(),
			}
			if *texture != want {
				t.Errorf("%+v, want %+v", *texture, want)
			}
			if got := lib.Image(texture.Image).Pixels; !bytes.Equal(got, testImage().Pix) {
				t.Errorf("pixels %v, want %v", got, testImage().Pix)
			}
		})
	}
}

func TestImageFormats(t *testing.T) {
	gray := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range gray.Pix {
		gray.Pix[i] = 200
	}
	red := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := 0; i < len(red.Pix); i += 4 {
		copy(red.Pix[i:], []byte{254, 0, 0, 255})
	}
	palette := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.NRGBA{9, 8, 7, 100}})
	deep := image.NewNRGBA64(image.Rect(0, 0, 8, 8))
	for i := range deep.Pix {
		deep.Pix[i] = 0x80
	}
	asJPEG := func(p image.Image) []byte {
		return encodeImage(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, p, &jpeg.Options{Quality: 100}) })
	}
	for name, row := range map[string]struct {
		data []byte
		want color.NRGBA
	}{
		"gray PNG":       {pngBytes(t, gray), color.NRGBA{200, 200, 200, 255}},
		"red PNG":        {pngBytes(t, red), color.NRGBA{254, 0, 0, 255}},
		"palette PNG":    {pngBytes(t, palette), color.NRGBA{9, 8, 7, 100}},
		"deep PNG":       {pngBytes(t, deep), color.NRGBA{128, 128, 128, 128}},
		"gray JPEG":      {asJPEG(gray), color.NRGBA{200, 200, 200, 255}},
		"red JPEG":       {asJPEG(red), color.NRGBA{254, 0, 0, 255}},
		"NRGBA as 2 x 1": {pngBytes(t, testImage()), color.NRGBA{255, 0, 0, 128}},
	} {
		got, err := (&loader{}).decodeImage(row.data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c := picture.NRGBA(picture.New(name, got)).NRGBAAt(0, 0); c != row.want {
			t.Errorf("%s: %v, want %v", name, c, row.want)
		}
	}
}

func TestInvalidImagesAreSkipped(t *testing.T) {
	good := pngBytes(t, testImage())
	huge := bytes.Clone(good)
	copy(huge[16:], []byte{0, 0, 15, 160, 0, 0, 15, 160}) // 4000 by 4000 pixels, which makes the checksum wrong
	for warning, img := range map[string]object{
		"expected PNG, JPEG or WebP, found data of another kind": {"uri": "data:image/gif;base64,UklGRg=="},
		"unexpected EOF": {"uri": "data:image/png;base64," +
			base64.StdEncoding.EncodeToString(good[:40])},
		"invalid checksum": {"uri": "data:image/png;base64," +
			base64.StdEncoding.EncodeToString(huge)},
		"expected a URI or a buffer view":                        {},
		"expected all data in the file when parsing from memory": {"uri": "picture.png"},
		"illegal base64 data":                                    {"uri": "data:image/png;base64,****"},
		"invalid URL escape":                                     {"uri": "data:image/png;base64,%%%"},
	} {
		b := texturedTriangle(object{"emissiveTexture": object{"index": 0}})
		b.add("textures", object{"source": 0})
		b.add("images", img)
		m, lib, model := b.material(t)
		if m.EmissiveTexture != nil || lib.Count().Images != 0 {
			t.Errorf("%q: the texture was not skipped", warning)
		}
		wantWarning(t, model, "images[0]: ")
		wantWarning(t, model, warning)
	}
}

func TestMaxPixels(t *testing.T) {
	b := texturedTriangle(object{
		"emissiveTexture":      object{"index": 0},
		"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 1}},
	})
	b.add("textures", object{"source": 0})
	b.add("textures", object{"source": 1})
	for range 2 {
		b.add("images", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	}
	for limit, images := range map[int64]int{1: 0, 2: 1, 3: 1, 4: 2, 0: 2} {
		lib := assets.NewLibrary(assets.Exact())
		model, err := Options{MaxPixels: limit}.Parse(lib, "test.gltf", b.gltf())
		if err != nil {
			t.Fatal(err)
		}
		if n := lib.Count().Images; n != images {
			t.Errorf("limit %d: %d images, want %d", limit, n, images)
		}
		if images < 2 && !strings.Contains(strings.Join(model.Warnings, "\n"), "pixels left of the limit, found 2 by 1") {
			t.Errorf("limit %d: warnings %q", limit, model.Warnings)
		}
	}
}

func TestTextureTransform(t *testing.T) {
	b := texturedTriangle(object{"pbrMetallicRoughness": object{"baseColorTexture": object{
		"index": 0,
		"extensions": object{"KHR_texture_transform": object{
			"offset": []float64{0, 1}, "rotation": math.Pi / 2, "scale": []float64{0.5, 0.5}, "texCoord": 1,
		}},
	}}})
	b.add("textures", object{"source": 0})
	b.add("images", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	m, _, _ := b.material(t)
	texture := m.BaseColorTexture
	if texture.TexCoord != 1 {
		t.Errorf("texture coordinates %d, want the extension's 1", texture.TexCoord)
	}
	// The example in the specification of the extension: the lower left quarter of the image,
	// rotated by 90 degrees.
	for from, want := range map[mgl32.Vec2]mgl32.Vec2{
		{0, 0}: {0, 1}, {1, 0}: {0, 0.5}, {0, 1}: {0.5, 1}, {1, 1}: {0.5, 0.5},
	} {
		got := texture.Transform.Mul3x1(from.Vec3(1)).Vec2()
		wantNear(t, "texture coordinate", got[:], want[:])
	}
}

func TestUnsupportedTexturesAreSkipped(t *testing.T) {
	b := texturedTriangle(object{
		"emissiveTexture":      object{"index": 0, "texCoord": 2},
		"pbrMetallicRoughness": object{"metallicRoughnessTexture": object{"index": 0}},
	})
	b.add("textures", object{"extensions": object{"KHR_texture_basisu": object{"source": 0}}})
	m, _, model := b.material(t)
	if m.EmissiveTexture != nil || m.MetallicRoughnessTexture != nil {
		t.Errorf("%+v", m)
	}
	wantWarning(t, model, "materials[0].emissiveTexture.texCoord: only TEXCOORD_0 and TEXCOORD_1 are supported")
	wantWarning(t, model, "textures[0]: the texture has no PNG, JPEG or WebP image")
}

// webpURI is a WebP image of 24 by 16 pixels, whose first is 200, 180, 90 and opaque, and whose
// last is transparent.
const webpURI = "data:image/webp;base64,UklGRj4AAABXRUJQVlA4TDEAAAAvF8ADEB8gEEhxYIMtECDkyJImdbQEBEXXLReZPUggzDaa5CQnef8jiOh/VNueKvAEAA=="

// texturedWebP is a triangle with a WebP texture.
func texturedWebP() *builder {
	b := texturedTriangle(object{"emissiveTexture": object{"index": 0}})
	b.doc["extensionsUsed"] = []string{extTextureWebP}
	b.add("textures", object{"extensions": object{extTextureWebP: object{"source": 0}}})
	b.add("images", object{"uri": webpURI})
	return b
}

func TestWebPTextures(t *testing.T) {
	check := func(b *builder, want color.NRGBA) {
		t.Helper()
		m, lib, model := b.material(t)
		if m.BaseColorTexture == nil {
			t.Fatalf("no texture: %q", model.Warnings)
		}
		if got := picture.NRGBA(lib.Image(m.BaseColorTexture.Image)).NRGBAAt(0, 0); got != want {
			t.Errorf("the first pixel is %v, want %v", got, want)
		}
	}
	textured := func(texture object, images ...object) *builder {
		b := texturedTriangle(object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}})
		b.doc["extensionsUsed"] = []string{"EXT_texture_webp"}
		b.add("textures", texture)
		for _, image := range images {
			b.add("images", image)
		}
		return b
	}
	extension := func(source any) object { return object{"EXT_texture_webp": object{"source": source}} }
	plain := object{"uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(pngBytes(t, testImage()))}
	yellow, red := color.NRGBA{200, 180, 90, 255}, testImage().NRGBAAt(0, 0)
	check(textured(object{"extensions": extension(0)}, object{"uri": webpURI}), yellow)
	check(textured(object{"source": 0}, object{"uri": webpURI, "mimeType": "image/webp"}), yellow)
	check(textured(object{"source": 0, "extensions": extension(1)}, plain, object{"uri": webpURI}), yellow)
	check(textured(object{"source": 0, "extensions": extension(1)}, plain, object{"uri": "data:image/webp;base64,UklGRg=="}), red)
	b := textured(object{"extensions": extension(0)}, object{"uri": webpURI})
	b.doc["extensionsRequired"] = []string{"EXT_texture_webp"}
	check(b, yellow)
	if _, _, model := b.material(t); len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	for want, b := range map[string]*builder{
		"textures[0].extensions.EXT_texture_webp.source: expected the index of one of 1 images, found 3": textured(object{"extensions": extension(3)}, plain),
		"textures[0].source: expected the index of one of 1 images, found 3":                             textured(object{"source": 3, "extensions": extension(0)}, plain),
		"textures[0].extensions.EXT_texture_webp.source: expected an integer, found a JSON string":       textured(object{"extensions": extension("x")}, plain),
		"textures[0].extensions.EXT_texture_webp.source: expected a required member, found none":         textured(object{"extensions": object{"EXT_texture_webp": object{}}}, plain),
	} {
		if got := b.loadError(t); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	_, _, model := textured(object{"extensions": extension(0)}, object{"uri": webpURI[:len(webpURI)-40]}).material(t)
	wantWarning(t, model, "images[0]: ")
}
