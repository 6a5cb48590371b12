package bvh

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// motion is the frames of a file, those of the range that was asked for.
type motion struct {
	frames    int
	frameTime float64 // in seconds
	joints    []jointMotion
}

// jointMotion is the motion of one joint, by frame; nil for what has no channels.
type jointMotion struct {
	rotations    []mgl32.Quat // each at most a half turn from the one before
	translations []mgl32.Vec3
	last         exact.Quat // of rotations
}

// motion reads the frames. from and to are the range that is kept, to 0 for all.
func (p *parser) motion(scale float64, from, to int) (*motion, error) {
	m := &motion{joints: make([]jointMotion, len(p.joints))}
	value, line, err := p.header("Frames", "the number of frames, such as Frames: 120")
	if err != nil {
		return nil, err
	}
	expected, err := strconv.ParseUint(value, 10, 63)
	if err != nil {
		return nil, errorAt(line, "expected the number of frames, such as Frames: 120, found %s", quote("Frames: "+value))
	}
	if value, line, err = p.header("Frame Time", "the seconds of a frame, such as Frame Time: 0.0083333"); err != nil {
		return nil, err
	}
	if m.frameTime, err = number(value, line); err != nil {
		return nil, err
	}
	if !(m.frameTime > 0) {
		return nil, errorAt(line, "expected a frame time above 0 seconds, found %s", value)
	}
	values := make([]float64, p.columns)
	found := uint64(0)
	for {
		row, line := p.row()
		if row == nil {
			break
		}
		if found == expected {
			return nil, errorAt(line, "expected %d frames, as the header says, and then the end of the file, found %s",
				expected, quote(firstWord(row)))
		}
		if err := readRow(values, row, line); err != nil {
			return nil, err
		}
		if i := int(found); i >= from && (to == 0 || i < to) {
			if err := m.add(p.joints, values, scale, line); err != nil {
				return nil, err
			}
		}
		found++
	}
	if found < expected {
		return nil, errorAt(p.line, "expected %d frames, as the header says, found %d", expected, found)
	}
	if limit := max(from, to); uint64(limit) > found || from > 0 && uint64(from) >= found {
		return nil, errorAt(0, "expected a range within the %d frames of the file, found frames %d to %d", found, from, to)
	}
	return m, nil
}

// header reads a line such as "Frames: 3" and returns what stands after the colon.
func (p *parser) header(name, example string) (value string, line int, err error) {
	row, line := p.row()
	before, value, ok := strings.Cut(string(row), ":")
	if !ok || !strings.EqualFold(strings.Join(strings.Fields(before), " "), name) {
		return "", 0, errorAt(line, "expected %s, found %s", example, quote(strings.TrimSpace(string(row))))
	}
	return strings.TrimSpace(value), line, nil
}

func firstWord(row []byte) string {
	if fields := bytes.Fields(row); len(fields) > 0 {
		return string(fields[0])
	}
	return ""
}

// readRow reads the numbers of a row.
func readRow(values []float64, row []byte, line int) error {
	count := 0
	for rest := row; ; count++ {
		start := 0
		for start < len(rest) && isSpace(rest[start]) {
			start++
		}
		if rest = rest[start:]; len(rest) == 0 {
			break
		}
		end := 0
		for end < len(rest) && !isSpace(rest[end]) {
			end++
		}
		if count < len(values) {
			x, err := number(rest[:end], line)
			if err != nil {
				return err
			}
			values[count] = x
		}
		rest = rest[end:]
	}
	if count != len(values) {
		return errorAt(line, "expected %d numbers, one for each channel, found %d", len(values), count)
	}
	return nil
}

// add adds a frame: the values of all channels.
func (m *motion) add(joints []joint, values []float64, scale float64, line int) error {
	m.frames++
	for i := range joints {
		j, to := &joints[i], &m.joints[i]
		if len(j.channels) == 0 {
			continue
		}
		at, q := j.offset, exact.IdentityQuat
		moves, turns := false, false
		for k, c := range j.channels {
			if x := values[k]; c.rotates {
				axis := exact.Vec3{}
				axis[c.axis] = 1
				q, turns = q.Mul(exact.AxisAngle(axis, radians(x))), true
			} else {
				at[c.axis], moves = x, true
			}
		}
		values = values[len(j.channels):]
		if moves {
			position, ok := scaled(at, scale)
			if !ok {
				return errorAt(line, "expected positions of %s that fit in a float32, found %v times the scale %v", j.what(),
					at, scale)
			}
			to.translations = append(to.translations, position)
		}
		if turns {
			if len(to.rotations) > 0 && q.Dot(to.last) < 0 {
				for c := range q {
					q[c] = -q[c]
				}
			}
			to.last = q
			to.rotations = append(to.rotations, exact.QuatFromXYZW(q.Normalized().Float32()))
		}
	}
	return nil
}

// radians returns an angle in degrees in radians. It leaves out pairs of whole turns, which change
// no rotation and its sign neither, so that many of them cost no digits.
func radians(degrees float64) float64 { return math.Mod(degrees, 720) * (math.Pi / 180) }

// scaled returns a position times a scale, and whether that is finite.
func scaled(at [3]float64, scale float64) (position mgl32.Vec3, ok bool) {
	for c, x := range at {
		position[c] = float32(x * scale)
	}
	return position, exact.AllFinite(position[:]...)
}
