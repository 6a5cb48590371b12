package pack_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// smallPack returns a pack of one baked clip.
func smallPack(t testing.TB) []byte {
	c, baked := handmade.Swaying(t)
	l := assets.NewLibrary(assets.Exact())
	l.AddSkeleton(c.Skeleton())
	if _, err := l.AddBaked(baked); err != nil {
		t.Fatal(err)
	}
	return written(t, l, pack.Options{})
}

// refused opens bytes, which must be refused without a change of the library.
func refused(t *testing.T, data []byte) error {
	t.Helper()
	l := assets.NewLibrary()
	_, err := pack.Parse(l, "bad", data)
	if err != nil && l.Count() != (assets.Count{}) {
		t.Fatalf("expected an empty library after the error %v, found %+v", err, l.Count())
	}
	return err
}

func TestTruncatedPacks(t *testing.T) {
	data := smallPack(t)
	if err := refused(t, data); err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if err := refused(t, data[:n:n]); !errors.Is(err, pack.ErrDamaged) {
			t.Fatalf("the first %d of %d bytes: expected ErrDamaged, found %v", n, len(data), err)
		}
	}
	if err := refused(t, append(bytes.Clone(data), 0)); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("one byte more: expected ErrDamaged, found %v", err)
	}
}

func TestFlippedBytesOfPacks(t *testing.T) {
	data := smallPack(t)
	for i := range data {
		for _, flip := range []byte{1, 0x80, 0xff} {
			data[i] ^= flip
			err := refused(t, data)
			data[i] ^= flip
			if !errors.Is(err, pack.ErrDamaged) && !errors.Is(err, pack.ErrVersion) {
				t.Fatalf("byte %d of %d: expected an error, found %v", i, len(data), err)
			}
		}
	}
}

// A pack of another version, older or newer, says so, whatever else its bytes are.
func TestPacksOfOtherVersions(t *testing.T) {
	for other := range uint32(4) {
		data := smallPack(t)
		own := binary.LittleEndian.Uint32(data[8:])
		if other == own {
			continue
		}
		binary.LittleEndian.PutUint32(data[8:], other)
		want := fmt.Sprintf("pack of another version: at byte 8: expected version %d, found %d: write the pack again from "+
			"its files", own, other)
		if err := refused(t, data); !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected the error %q, found %v", want, err)
		}
	}
}

// The bytes of a pack of everything, by the version of their layout. Where the layout of a record
// changes, so does the version: packs from before would be misread. Where only the assets of this
// test or the results of baking change, the sum alone does.
func TestLayoutOfPacksIsOfItsVersion(t *testing.T) {
	data := written(t, newEverything(t, 1).library, pack.Options{Meshes: true, Images: true})
	got := fmt.Sprintf("version %d: %d bytes, checksum %08x", binary.LittleEndian.Uint32(data[8:]), len(data),
		crc32.Checksum(data, castagnoli))
	if got != layout {
		t.Errorf("expected the pack of %s, found %s: if the layout of a record changed, raise the version (format.go)",
			layout, got)
	}
}

const layout = "version 4: 36576 bytes, checksum 8ac43680"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// resealed returns a pack with the checksums that its bytes have, as a forger makes it. It returns
// nil for bytes whose table is none.
func resealed(data []byte) []byte {
	const header, entry = 32, 32
	if len(data) < header {
		return nil
	}
	data = bytes.Clone(data)
	count := int(binary.LittleEndian.Uint32(data[12:]))
	if count > (len(data)-header)/entry {
		return nil
	}
	at := header + count*entry
	for i := range count {
		e := data[header+entry*i:]
		size := binary.LittleEndian.Uint64(e[8:])
		if size > uint64(len(data)-at) {
			return nil
		}
		resealClip(data[at : at+int(size)])
		binary.LittleEndian.PutUint32(e[4:], crc32.Checksum(data[at:at+int(size)], castagnoli))
		at += int(size)
	}
	binary.LittleEndian.PutUint64(data[16:], uint64(len(data)))
	binary.LittleEndian.PutUint32(data[24:], crc32.Checksum(data[header:header+count*entry], castagnoli))
	binary.LittleEndian.PutUint32(data[28:], crc32.Checksum(data[:28], castagnoli))
	return data
}

// resealClip corrects the checksum of a baked clip inside of a record.
func resealClip(record []byte) {
	at := bytes.Index(record, []byte("sinew:bk"))
	if at < 0 || len(record)-at < 20 {
		return
	}
	end := at + 16 + int(binary.LittleEndian.Uint32(record[at+12:]))
	if end > at && end+4 <= len(record) {
		binary.LittleEndian.PutUint32(record[end:], crc32.Checksum(record[at:end], castagnoli))
	}
}

// play samples everything that a library has after bytes from a stranger were opened into it.
func play(t *testing.T, l *assets.Library, p *pack.Pack) {
	for of, m := range l.Motions {
		if m.Single != of {
			continue
		}
		pose := rig.NewPose(m.Skeleton)
		for k := range 5 {
			at := m.Clip.Start() + m.Clip.Duration()*float64(k)/4
			if baked := l.Baked(of); baked != nil {
				baked.Sample(at, pose.Locals, pose.Morphs)
			} else if err := m.Clip.Sample(at, pose); err != nil {
				t.Errorf("expected that a clip without a baked form has keys, found %v", err)
			}
		}
		m.Clip.Extents()
	}
	for _, m := range p.Models() {
		m.Reach(l)
		m.JointBounds(l)
	}
	l.Keys()
}

// TestForgedPacks changes each byte of packs and corrects the checksums, so that what they protect
// is checked by itself.
func TestForgedPacks(t *testing.T) {
	big := written(t, newEverything(t, 1).library, pack.Options{Meshes: true, Images: true})
	for _, data := range [][]byte{smallPack(t), big} {
		step := max(1, len(data)/600)
		for i := 0; i < len(data); i += step {
			for _, flip := range []byte{1, 0x80, 0xff} {
				data[i] ^= flip
				if forged := resealed(data); forged != nil {
					l := assets.NewLibrary()
					if p, err := pack.Parse(l, "forged", forged); err == nil {
						play(t, l, p)
					} else if !errors.Is(err, pack.ErrDamaged) && !errors.Is(err, pack.ErrVersion) &&
						!errors.Is(err, bake.ErrVersion) {
						t.Fatalf("byte %d: expected ErrDamaged, found %v", i, err)
					}
				}
				data[i] ^= flip
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	data := smallPack(f)
	seeds.Add(f, data)
	seeds.Add(f, data[:40])
	seeds.Add(f, written(f, newEverything(f, 1).library, pack.Options{Meshes: true, Images: true}))
	seeds.Add(f, written(f, assets.NewLibrary(), pack.Options{}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if forged := resealed(data); forged != nil {
			data = forged
		}
		l := assets.NewLibrary()
		p, err := pack.Parse(l, "fuzzed", data)
		if err != nil {
			if l.Count() != (assets.Count{}) {
				t.Errorf("expected an empty library after %v, found %+v", err, l.Count())
			}
			return
		}
		play(t, l, p)
	})
}

// TestDecodingByOthers checks that a process that shares nothing with this one cooks the same
// bytes: a library of the same seed.
func TestDecodingByOthers(t *testing.T) {
	if path := os.Getenv("SINEW_COOKED"); path != "" { // in the second process
		data := written(t, newEverything(t, 4).library, pack.Options{Meshes: true, Images: true})
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	from := newEverything(t, 4)
	path := cookElsewhere(t, "TestDecodingByOthers")
	for name, open := range ways {
		to := assets.NewLibrary()
		if _, err := open(to, path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !sameSet(keysOf(to), keysOf(from.library)) {
			t.Errorf("%s: expected the keys of this process, found others", name)
		}
		samePoses(t, from.library, to)
	}
}

// No image is dropped in silence where a pack has more of them than a library can hold.
func TestPacksBeyondTheRoomOfALibrary(t *testing.T) {
	data := written(t, newEverything(t, 1).library, pack.Options{Meshes: true, Images: true})
	l, filler := assets.NewLibrary(), &mesh.Image{}
	for range 1 << id.IndexBits {
		l.AddImage(filler)
	}
	err := pack.ReadInto(l, data)
	if err == nil || !strings.Contains(err.Error(), "(image): damaged pack: expected room") {
		t.Errorf("expected an error that there is no room for the image, found %v", err)
	}
}
