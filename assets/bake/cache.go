package bake

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sinew-go/sinew/assets/clip"
)

// maxCacheFile bounds what is read of a file of a cache, in bytes.
const maxCacheFile = 1 << 28

// BakeCache is a folder of baked clips. Each has a file of its own, named by a hash of the clip and the options. A clip that
// stays exact has one as well, that says why. Files of other clips, options or versions don't matter.
type Cache struct {
	folder string
}

// OpenBakeCache returns the cache in a folder, which is made if need be. The error is that it cannot be made.
func OpenCache(folder string) (*Cache, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("folder of baked clips: %w", err)
	}
	return &Cache{folder}, nil
}

// path returns where the baked form of a clip is.
func (c *Cache) path(key [keySize]byte, options Options) string {
	options = options.WithDefaults()
	text := append32(key[:], bakedVersion)
	text = appendFlag(append64(text, options.Tolerance, options.VertexDistance), options.Unscaled)
	sum := sha256.Sum256(text)
	return filepath.Join(c.folder, hex.EncodeToString(sum[:16])+".baked")
}

// Bake returns the clip as it is in the cache, or else does as [Bake] and puts the result there. A file that is damaged or cannot be
// read or written is told of in the report, and the clip is baked anew.
func (c *Cache) Bake(clip *clip.Clip, options Options) (*BakedClip, Report) {
	key := bakeKey(clip)
	path := c.path(key, options)
	baked, report, err := c.read(path, clip, key, options)
	if err == nil {
		report.Cached = true
		return baked, report
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	baked, report = Bake(clip, options)
	report.CacheError = errors.Join(err, c.write(path, baked, report, key))
	return baked, report
}

func (c *Cache) read(path string, clip *clip.Clip, key [keySize]byte, options Options) (*BakedClip, Report, error) {
	report := newReport(clip, options)
	data, err := readFile(path)
	if err != nil {
		return nil, report, err
	}
	if reason, ok := decodeExact(data, key); ok {
		report.Exact, report.Reason = true, reason
		return nil, report, nil
	}
	baked := &BakedClip{}
	if err := baked.UnmarshalBinary(data); err != nil {
		return nil, report, fmt.Errorf("%s: %w", path, err)
	}
	if baked.key != key || baked.options != options.WithDefaults() || baked.joints != clip.Skeleton().Len() {
		return nil, report, fmt.Errorf("%s: %w", path, ErrMismatch)
	}
	baked.bind(clip)
	report.tell(baked)
	return baked, report, nil
}

func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxCacheFile {
		return nil, fmt.Errorf("%s: %w: it is no file of at most %d bytes", path, ErrDamaged, maxCacheFile)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}

// write replaces the file at once, so that nobody reads half of it.
func (c *Cache) write(path string, baked *BakedClip, report Report, key [keySize]byte) error {
	data := encodeExact(report.Reason, key)
	if baked != nil {
		var err error
		if data, err = baked.MarshalBinary(); err != nil {
			return err
		}
	}
	file, err := os.CreateTemp(c.folder, "*.new")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// exactMagic begins the file of a clip that stays exact: then come the key, the reason and the CRC-32C of all that.
const exactMagic = "sinew:ex"

func encodeExact(reason string, key [keySize]byte) []byte {
	data := append(append([]byte(exactMagic), key[:]...), reason...)
	return append32(data, int(crc32.Checksum(data, castagnoli)))
}

func decodeExact(data []byte, key [keySize]byte) (reason string, ok bool) {
	const head = len(exactMagic) + keySize
	if len(data) < head+4 || string(data[:len(exactMagic)]) != exactMagic {
		return "", false
	}
	text := data[:len(data)-4]
	sum := append32(nil, int(crc32.Checksum(text, castagnoli)))
	return string(text[head:]), string(sum) == string(data[len(text):]) && [keySize]byte(text[len(exactMagic):]) == key
}
