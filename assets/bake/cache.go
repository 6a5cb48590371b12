package bake

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

// maxCacheFile is the largest size in bytes of a file that a cache reads.
const maxCacheFile = 1 << 28

// Cache is a folder of baked clips. Each clip has a file, named by a hash of the clip, the options
// and the version of the encoding. The file of a clip that stays exact holds the reason. Files of
// other clips, options and versions are ignored. Package render keeps the levels of detail of
// meshes there too.
//
// A cache keeps its files within [Cache.MaxBytes]. Several goroutines and processes may use one
// folder at the same time. A cache never changes or removes files with other names than its own.
// [OpenCache] makes one; a zero Cache has no folder and keeps nothing.
type Cache struct {
	// MaxBytes is the most that the files of the cache may take together. Before a new file would
	// exceed it, those files are removed that were neither written nor read for the longest time,
	// until a tenth of MaxBytes is free. 0 means [DefaultCacheBytes], and a negative number no
	// limit. It must not be set while another goroutine bakes. Processes that write at the same
	// time may exceed it together, until one of them has written some more files.
	MaxBytes int64

	folder string
	// through is the method bake of a cache with a folder. Only [OpenCache] names it, so that a
	// program without a cache contains nothing of files.
	through func(*Cache, *clip.Clip, Options, *background.Worker) (*BakedClip, Report)

	hashing sync.Mutex
	outer   map[*[]rig.VertexInfluence][hashSize]byte // hashes of the outer vertices of skeletons, by their address

	mutex  sync.Mutex
	bytes  int64 // in the files at the last count, and in those written since
	writes int   // since the cache was opened
}

// OpenCache returns the cache in a folder and creates the folder if it does not exist.
func OpenCache(folder string) (*Cache, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("cache of baked clips: %w", err)
	}
	giveDerived()
	return &Cache{folder: folder, through: (*Cache).bake}, nil
}

// path returns the path of the file for a clip, whose hash is given, and options. The name depends
// on the outer vertices of the skeleton too, which decide only how finely the clip is baked: the
// baked form fits the clip whatever they are.
func (c *Cache) path(clip *clip.Clip, hash [hashSize]byte, options Options) string {
	vertices := c.outerHash(clip.Skeleton())
	key := options.WithDefaults().append(append(record.Append32(hash[:], bakedVersion), vertices[:]...))
	if limit := options.WithDefaults().MaxFrameJoints; limit != DefaultMaxFrameJoints {
		key = binary.LittleEndian.AppendUint64(key, uint64(limit)) // a clip may stay exact for it
	}
	sum := sha256.Sum256(key)
	return filepath.Join(c.folder, hex.EncodeToString(sum[:cacheNameLength/2])+cacheSuffix)
}

// outerHash returns the hash of the outer vertices of a skeleton, which most clips share.
func (c *Cache) outerHash(s *rig.Skeleton) [hashSize]byte {
	vertices := s.OuterVertices()
	if len(vertices) == 0 {
		return [hashSize]byte{}
	}
	c.hashing.Lock()
	defer c.hashing.Unlock()
	hash, known := c.outer[&vertices[0]]
	if !known {
		hash = outerHash(s)
		if c.outer == nil {
			c.outer = map[*[]rig.VertexInfluence][hashSize]byte{}
		}
		c.outer[&vertices[0]] = hash
	}
	return hash
}

// Bake returns a clip's baked form from the cache. If the cache does not have it, Bake calls the
// function [Bake] and stores the result in the cache, unless the clip has no keys. If the clip's
// file is damaged or cannot be read, the clip is baked again. Errors of reading and writing the
// file are in the report.
func (c *Cache) Bake(clip *clip.Clip, options Options) (*BakedClip, Report) {
	return c.bakeOn(clip, options, nil)
}

// bakeOn is [Cache.Bake] on the goroutine of a worker, or in the foreground if that is nil.
func (c *Cache) bakeOn(clip *clip.Clip, options Options, worker *background.Worker) (*BakedClip, Report) {
	if c == nil || c.through == nil || clip.Skeleton().Len() == 0 {
		return bake(clip, options, worker)
	}
	return c.through(c, clip, options, worker)
}

// bake is [Cache.Bake] of a cache with a folder.
func (c *Cache) bake(clip *clip.Clip, options Options, worker *background.Worker) (*BakedClip, Report) {
	worker.Yield()
	hash := hashOf(clip)
	path := c.path(clip, hash, options)
	baked, report, err := c.read(path, clip, hash, options)
	if err == nil {
		touch(path)
		report.Cached = true
		return baked, report
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	baked, report = bake(clip, options, worker)
	if clip.CheckKeys() == nil { // otherwise the file is that of the clip with its keys, which can be baked
		err = errors.Join(err, c.write(path, baked, report, hash))
	}
	report.CacheError = err
	return baked, report
}

// read returns the baked form and the report of a clip from its file. The baked form of a clip that
// stays exact is nil.
func (c *Cache) read(path string, clip *clip.Clip, hash [hashSize]byte, options Options) (*BakedClip, Report, error) {
	report := newReport(clip, options)
	data, err := readFile(path)
	if err != nil {
		return nil, report, err
	}
	if reason, ok := decodeExact(data, hash); ok {
		report.Exact, report.Reason = true, reason
		return nil, report, nil
	}
	baked := &BakedClip{}
	if err := baked.UnmarshalBinary(data); err != nil {
		return nil, report, fmt.Errorf("%s: %w", path, err)
	}
	if baked.sourceHash != hash || baked.options != options.ofBaked() || baked.joints != clip.Skeleton().Len() {
		return nil, report, fmt.Errorf("%s: %w", path, ErrMismatch)
	}
	if err := baked.setSource(clip); err != nil {
		return nil, report, fmt.Errorf("%s: %w", path, err)
	}
	report.setResult(baked)
	return baked, report, nil
}

// readFile returns the bytes of a regular file of limited size.
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
		return nil, fmt.Errorf("%s: %w: expected a regular file of at most %d bytes", path, ErrDamaged, maxCacheFile)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}

// write replaces the file of a clip.
func (c *Cache) write(path string, baked *BakedClip, report Report, hash [hashSize]byte) error {
	data := encodeExact(report.Reason, hash)
	if baked != nil {
		var err error
		if data, err = baked.MarshalBinary(); err != nil {
			return err
		}
	}
	return c.put(path, data)
}

// put replaces a file by renaming a complete one, so that no reader sees a part of it.
func (c *Cache) put(path string, data []byte) error {
	if err := c.makeRoom(path, int64(len(data))); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), cacheSuffix)
	file, err := os.CreateTemp(c.folder, name+".*"+temporarySuffix)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		if err = os.Rename(file.Name(), path); err == nil {
			return nil
		}
		// Windows refuses to replace a file that another process reads, which may have it by now.
		if present, readErr := readFile(path); readErr == nil && bytes.Equal(present, data) {
			err = nil
		}
	}
	return errors.Join(err, os.Remove(file.Name()))
}

// exactMagic begins the file of a clip that stays exact. The hash of the clip, the reason and the
// CRC-32C of everything before follow.
const exactMagic = "sinew:ex"

// encodeExact encodes the reason for which a clip stays exact.
func encodeExact(reason string, hash [hashSize]byte) []byte {
	data := append(append([]byte(exactMagic), hash[:]...), reason...)
	return record.Append32(data, int(record.Checksum(data)))
}

// exactHeader is the size in bytes of what is before the reason.
const exactHeader = len(exactMagic) + hashSize

// decodeExact is the inverse of encodeExact. It returns false for other bytes and for another clip.
func decodeExact(data []byte, hash [hashSize]byte) (reason string, ok bool) {
	if !isExact(data) || [hashSize]byte(data[len(exactMagic):]) != hash {
		return "", false
	}
	return string(data[exactHeader : len(data)-4]), true
}

// isExact reports whether bytes are an encoded reason with the right checksum.
func isExact(data []byte) bool {
	if len(data) < exactHeader+4 || string(data[:len(exactMagic)]) != exactMagic {
		return false
	}
	text, sum := data[:len(data)-4], data[len(data)-4:]
	return binary.LittleEndian.Uint32(sum) == record.Checksum(text)
}
