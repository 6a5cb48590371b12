package bake

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

// Store keeps bytes under keys, which several goroutines may read and write at the same time:
//
//	Read(key []byte) ([]byte, error)
//	Write(key, data []byte) error
//
// A key is a hash of all that the bytes are made from, of their kind and of the version of their
// form, so that nothing in a store is ever out of date, and anything may leave it. Read returns the
// bytes of a key; where there are none, the error wraps [fs.ErrNotExist]. Write keeps bytes, of
// which whoever reads them gets all or none. A folder of package cache is a Store.
type Store = derived.Store

// Cache bakes clips that its store does not have yet, and reads the others. A store has a clip
// under a hash of the clip, the options and the version of the encoding. Of a clip that stays
// exact, it has the reason. Packages matching and render keep what they make from assets in the
// same store.
//
// [NewCache] makes one; a nil or zero Cache has no store and keeps nothing.
type Cache struct {
	store Store
	// through is the method bake of a cache with a store. Only [NewCache] names it, so that a
	// program without a cache contains nothing that encodes and decodes.
	through func(*Cache, *clip.Clip, Options, *background.Worker) (*BakedClip, Report)

	hashing sync.Mutex
	outer   map[*[]rig.VertexInfluence][hashSize]byte // hashes of the outer vertices of skeletons, by their address
}

// NewCache returns a cache of what a store keeps.
func NewCache(store Store) *Cache {
	if store == nil {
		return &Cache{}
	}
	return &Cache{store: store, through: (*Cache).bake}
}

// Store returns the store of a cache, or nil if it has none.
func (c *Cache) Store() Store {
	if c == nil {
		return nil
	}
	return c.store
}

// key returns the key of a clip, whose hash is given, and options. It depends on the outer vertices
// of the skeleton too, which decide only how finely the clip is baked: the baked form fits the clip
// whatever they are.
func (c *Cache) key(clip *clip.Clip, hash [hashSize]byte, options Options) []byte {
	options = options.WithDefaults()
	vertices := c.outerHash(clip.Skeleton())
	key := append(record.Append32([]byte("baked clip"), bakedVersion), hash[:]...)
	key = append(options.append(key), vertices[:]...)
	if limit := options.MaxFrameJoints; limit != DefaultMaxFrameJoints {
		key = binary.LittleEndian.AppendUint64(key, uint64(limit)) // a clip may stay exact for it
	}
	sum := sha256.Sum256(key)
	return sum[:]
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
// function [Bake] and stores the result in the cache, unless the clip has no keys. If what is
// stored is damaged or cannot be read, the clip is baked again. Errors of the store are in the
// report.
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

// bake is [Cache.Bake] of a cache with a store.
func (c *Cache) bake(clip *clip.Clip, options Options, worker *background.Worker) (*BakedClip, Report) {
	worker.Yield()
	hash := hashOf(clip)
	key := c.key(clip, hash, options)
	baked, report, err := c.read(key, clip, hash, options)
	if err == nil {
		report.Cached = true
		return baked, report
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	baked, report = bake(clip, options, worker)
	if clip.CheckKeys() == nil { // otherwise the key is that of the clip with its keys, which can be baked
		err = errors.Join(err, c.write(key, baked, report))
	}
	report.CacheError = err
	return baked, report
}

// exactMagic begins what is stored of a clip that stays exact. The reason follows.
const exactMagic = "sinew:ex"

// read returns the baked form and the report of a clip from the store. The baked form of a clip
// that stays exact is nil.
func (c *Cache) read(key []byte, clip *clip.Clip, hash [hashSize]byte, options Options) (*BakedClip, Report, error) {
	report := newReport(clip, options)
	data, err := c.store.Read(key)
	if err != nil {
		return nil, report, err
	}
	if reason, ok := bytes.CutPrefix(data, []byte(exactMagic)); ok {
		report.Exact, report.Reason = true, string(reason)
		return nil, report, nil
	}
	baked := &BakedClip{}
	if err := baked.UnmarshalBinary(data); err != nil {
		return nil, report, fmt.Errorf("baked form of clip %q in the cache: %w", clip.Name(), err)
	}
	if baked.sourceHash != hash || baked.options != options.ofBaked() || baked.joints != clip.Skeleton().Len() {
		return nil, report, fmt.Errorf("baked form of clip %q in the cache: %w", clip.Name(), ErrMismatch)
	}
	if err := baked.setSource(clip); err != nil {
		return nil, report, fmt.Errorf("baked form of clip %q in the cache: %w", clip.Name(), err)
	}
	report.setResult(baked)
	return baked, report, nil
}

// write stores the baked form of a clip, or the reason why it stays exact.
func (c *Cache) write(key []byte, baked *BakedClip, report Report) error {
	data := []byte(exactMagic + report.Reason)
	if baked != nil {
		var err error
		if data, err = baked.MarshalBinary(); err != nil {
			return err
		}
	}
	return c.store.Write(key, data)
}
