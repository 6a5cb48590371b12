package simulation

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
)

// coarserTolerances are the tolerances, in meters, for clips that cannot be baked at the default
// tolerance, so that these are hashed too.
var coarserTolerances = [...]float64{0.003, 0.03}

// Bake bakes all clips for [ModelSet.Play] and hashes the baked clips: their bytes and the poses
// sampled from them. The error names the first number that is not finite.
func (c *ModelSet) Bake() ([]StageHash, error) {
	reports := map[assets.ClipID]bake.Report{}
	for _, report := range c.Library.Bake(bake.Options{AllowLarger: true}, nil) {
		reports[report.Clip] = report
	}
	c.baked = map[assets.ClipID]*bake.BakedClip{}
	var stages []StageHash
	for _, model := range c.Models {
		stored, poses := newDigest("baked clips"), newDigest("poses of baked clips")
		for _, id := range model.Clips {
			addReport(stored, reports[id])
			baked := c.Library.Baked(id)
			for i := 0; baked == nil && i < len(coarserTolerances); i++ {
				var report bake.Report
				baked, report = bake.Bake(c.Library.Clip(id),
					bake.Options{Tolerance: coarserTolerances[i], AllowLarger: true})
				addReport(stored, report)
			}
			if baked == nil {
				continue
			}
			c.baked[id] = baked
			data, err := baked.MarshalBinary()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", model.Name, err)
			}
			stored.bytes(data)
			c.addBakedPoses(poses, c.Library.Clip(id), baked)
		}
		for _, d := range []*digest{stored, poses} {
			if d.err != nil {
				return nil, fmt.Errorf("%s: %w", model.Name, d.err)
			}
			stages = append(stages, d.stage(model.Name+": "))
		}
	}
	return stages, c.setBaked(false)
}

// addReport hashes a report without its text, which may change.
func addReport(d *digest, r bake.Report) {
	d.text(r.Name)
	d.flags(r.Exact)
	d.integers(int64(r.Frames), int64(r.Bytes), int64(r.RawBytes))
	d.double(r.Rate)
	d.double(r.Tolerance)
	d.double(r.MaxError)
}

// addBakedPoses hashes the poses of a baked clip at its sample times.
func (c *ModelSet) addBakedPoses(d *digest, clip *assets.Clip, baked *bake.BakedClip) {
	pose := rig.NewPose(clip.Skeleton())
	for i := range sampleCount {
		baked.Sample(sampleTime(clip, i), pose.Locals, pose.Morphs)
		d.floats(pose.Locals...)
		d.floats(pose.Morphs...)
	}
}

// setBaked gives the library the clips that [ModelSet.Bake] baked, or removes them.
func (c *ModelSet) setBaked(on bool) error {
	for id, baked := range c.baked {
		if !on {
			baked = nil
		}
		if err := c.Library.SetBaked(id, baked); err != nil {
			return err
		}
	}
	return nil
}
