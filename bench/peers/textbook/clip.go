package main

import "github.com/go-gl/mathgl/mgl32"

// animation is a clip with the tracks of each joint.
type animation struct {
	duration float32 // seconds
	joints   []tracks
}

// tracks are the tracks of a joint. A track without keys leaves the rest pose.
type tracks struct {
	translation track[mgl32.Vec3]
	rotation    track[mgl32.Quat]
	scale       track[mgl32.Vec3]
}

// track is keys in ascending order of time.
type track[T any] struct {
	times  []float32 // seconds
	values []T
}

// sample returns a joint's local pose at a time.
func (t *tracks) sample(time float32, rest pose) pose {
	if len(t.translation.times) > 0 {
		rest.translation = sample(&t.translation, time, lerp)
	}
	if len(t.rotation.times) > 0 {
		rest.rotation = sample(&t.rotation, time, mgl32.QuatSlerp)
	}
	if len(t.scale.times) > 0 {
		rest.scale = sample(&t.scale, time, lerp)
	}
	return rest
}

// sample finds the keys around a time by linear search, and interpolates.
func sample[T any](t *track[T], time float32, interpolate func(a, b T, amount float32) T) T {
	last := len(t.times) - 1
	if time <= t.times[0] {
		return t.values[0]
	}
	if time >= t.times[last] {
		return t.values[last]
	}
	key := 0
	for t.times[key+1] <= time {
		key++
	}
	amount := (time - t.times[key]) / (t.times[key+1] - t.times[key])
	return interpolate(t.values[key], t.values[key+1], amount)
}
