package render

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// picturesVersion is that of how pictures of small members are drawn, and of the form in which they
// are kept. It must grow when either changes.
const picturesVersion = 1

// pictureKey returns a hash of all that the pictures of the part of an index are drawn from. It holds
// what was posed, instead of the skeleton and the clips.
func (r *Renderer) pictureKey(kind *crowdstore.Kind, part *crowdPart, p *impostorPart, poses []impostorPose,
	index int,
) (key [sha256.Size]byte) {
	levelRig, store := &kind.Rigs[0], r.crowd.store
	b := record.Append32([]byte("pictures of small members"), picturesVersion, impostorDirections, p.size[0], p.size[1],
		p.width, p.height, len(p.clips), part.paletteIndex, int(part.method(&r.Style)), count(part.rigid),
		count(part.mirrored), part.mesh.detail.level(pictureErrorOf(kind, part)), levelRig.Entries)
	b = record.AppendFloats(b, []float32{part.scale, kind.Reach.Radius})
	for i := range p.clips {
		clip, pose := &p.clips[i], &poses[i]
		b = record.Append32(b, clip.at[0], clip.at[1], clip.phases)
		b = record.AppendFloats(b, pose.views[index].half[:])
		for _, center := range pose.views[index].centers {
			b = record.AppendFloats(b, center[:])
		}
		for k := range pose.entries {
			b = record.AppendFloats(b, pose.entries[k][:])
		}
	}
	if skin := r.cache.library.Skin(part.skin); skin != nil {
		for i := range skin.Len() {
			b = record.Append32(b, store.Entry(levelRig, part.skin, i))
		}
	}
	geometry := decimate.KeyOf(part.mesh.source)
	b = append(b, geometry[:]...)
	for i := range part.mesh.source.Primitives {
		for _, at := range part.mesh.source.Primitives[i].TexCoords[1] {
			b = record.AppendFloats(b, at[:])
		}
	}
	for i := range part.mesh.primitives {
		b = r.appendPictureMaterial(b, r.materialOf(&part.mesh.primitives[i]))
	}
	return sha256.Sum256(b)
}

// appendPictureMaterial appends what pictures show of a material: its base color.
func (r *Renderer) appendPictureMaterial(b []byte, m *gpuMaterial) []byte {
	b = record.Append32(b, count(m.doubleSided), int(m.alphaMode))
	if m.source == nil {
		return b
	}
	b = record.AppendFloats(b, m.source.BaseColor[:])
	t := m.source.BaseColorTexture
	if t == nil {
		return b
	}
	b = record.Append32(b, t.TexCoord, int(t.WrapU), int(t.WrapV), count(t.Nearest))
	b = record.AppendFloats(b, t.Transform[:])
	if image := r.cache.library.Image(t.Image); image != nil && image.Pixels != nil {
		sum := sha256.Sum256(image.Pixels)
		b = append(record.Append32(b, image.Width, image.Height, 4*image.Width), sum[:]...)
	}
	return b
}

// pictureFormats are those of the colors and the normals of pictures.
var pictureFormats = [2]gpu.Format{gpu.SRGBAlpha8, gpu.RGBA8}

// pixelBytes is the size of a pixel of a picture.
const pixelBytes = 4

// readPictures reads the pictures of a part, if the folder of the library's cache keeps them, into
// its textures. It reports whether it did; Stats tells an error.
func (r *Renderer) readPictures(p *impostorPart, key []byte) bool {
	data, err := r.cache.store().Read(key)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	var pixels []byte
	if err == nil {
		pixels, err = decodePictures(data, 2*pixelBytes*p.width*p.height)
	}
	if err != nil {
		r.cache.folderError = fmt.Errorf("pictures of small members: %w", err)
		return false
	}
	d := r.device
	for i, texture := range [2]gpu.Texture{p.colors, p.normals} {
		d.BindTexture(unitPicture, texture)
		d.ResetPixels()
		d.TexImage(unitPicture, pictureFormats[i], p.width, p.height, pixels[i*len(pixels)/2:][:len(pixels)/2])
	}
	return true
}

// keepPictures keeps the pictures of a part in the folder of the library's cache. Stats tells an
// error.
func (r *Renderer) keepPictures(p *impostorPart, key []byte) {
	d := r.device
	half := pixelBytes * p.width * p.height
	pixels := make([]byte, 2*half)
	framebuffer := d.CreateFramebuffer()
	defer d.DeleteFramebuffer(framebuffer)
	d.BindFramebuffer(framebuffer, framebuffer)
	for i, texture := range [2]gpu.Texture{p.colors, p.normals} {
		d.AttachColors(texture)
		d.ReadPixels(p.width, p.height, pixels[i*half:][:half])
	}
	if err := r.cache.store().Write(key, encodePictures(pixels)); err != nil {
		r.cache.folderError = fmt.Errorf("pictures of small members: %w", err)
	}
}

// encodePictures leaves out the pixels without anything, which most are: of each run of them, and of
// each of other pixels after it, it has the lengths, and then the latter.
func encodePictures(pixels []byte) (b []byte) {
	isEmpty := func(at int) bool { return [pixelBytes]byte(pixels[at:]) == [pixelBytes]byte{} }
	for at := 0; at < len(pixels); {
		first := at
		for first < len(pixels) && isEmpty(first) {
			first += pixelBytes
		}
		end := first
		for end < len(pixels) && !isEmpty(end) {
			end += pixelBytes
		}
		b = record.Append32(b, (first-at)/pixelBytes, (end-first)/pixelBytes)
		b, at = append(b, pixels[first:end]...), end
	}
	return b
}

// decodePictures is the inverse of encodePictures. The error tells bytes that are not so many bytes
// of pixels.
func decodePictures(data []byte, size int) ([]byte, error) {
	r, pixels := record.NewReader(data), make([]byte, size)
	for at := 0; at < size || len(r.Data) > 0; {
		empty, other, left := r.Int(), r.Int(), (size-at)/pixelBytes
		if err := r.Err(); err != nil {
			return nil, err
		}
		if empty < 0 || other < 0 || empty > left || other > left-empty || empty+other == 0 {
			return nil, fmt.Errorf("byte %d: expected at most %d pixels more, found %d without anything and %d others",
				r.At(), left, empty, other)
		}
		copy(pixels[at+pixelBytes*empty:], r.Take(pixelBytes*other))
		at += pixelBytes * (empty + other)
	}
	return pixels, r.Err()
}
