package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/pack"
)

// packedClips is how many clips the benchmark's pack has.
const packedClips = 300

// BenchmarkOpenPack opens a pack of 300 clips of the built-in character: with a mapping, and from
// bytes in memory, which is what is left where files are read. It reports the bytes of a clip in
// the file and those that opening allocates for one.
func BenchmarkOpenPack(b *testing.B) {
	path := manyClips(b)
	data, err := os.ReadFile(path)
	must(err)
	for name, open := range map[string]func(*assets.Library) (*pack.Pack, error){
		"mapped": func(l *assets.Library) (*pack.Pack, error) { return pack.Open(l, path) },
		"parsed": func(l *assets.Library) (*pack.Pack, error) { return pack.Parse(l, "clips", data) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l := assets.NewLibrary()
				_, err := open(l)
				must(err)
				if l.Count().Clips != packedClips {
					b.Fatalf("expected %d clips, found %d", packedClips, l.Count().Clips)
				}
			}
			b.ReportMetric(float64(len(data))/packedClips, "file-B/clip")
		})
	}
}

// manyClips writes a pack of clips with other names and the same keys as those of the built-in
// character, which need not be baked again.
func manyClips(b *testing.B) (path string) {
	from, to := assets.NewLibrary(), assets.NewLibrary(assets.Exact())
	model := newMannequin(b, from)
	to.AddSkeleton(from.Skeleton(model.Skeleton))
	for i := range packedClips {
		of := model.Clips[i%len(model.Clips)]
		source, err := clip.WithRootMotion(from.Clip(of), nil)
		must(err)
		named, err := clip.NewBuilder(fmt.Sprintf("clip %d", i), source.Skeleton()).Copy(source).Build()
		must(err)
		encoding, err := from.Baked(of).MarshalBinary()
		must(err)
		baked := &bake.BakedClip{}
		must(baked.UnmarshalBinary(encoding))
		must(baked.Bind(named))
		_, err = to.AddBaked(baked)
		must(err)
	}
	var out bytes.Buffer
	must(pack.Write(&out, to, pack.Options{}))
	path = filepath.Join(b.TempDir(), "clips.pack")
	must(os.WriteFile(path, out.Bytes(), 0o600))
	return path
}
