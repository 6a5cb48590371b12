package bvh

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// joint is a joint or an End Site of the hierarchy.
type joint struct {
	name      string
	parent    int // -1 for a root
	endSite   bool
	offset    [3]float64
	hasOffset bool
	channels  []channel
	said      bool // there was a line CHANNELS
	ends      int  // End Sites so far
}

// channel is what a column of the motion gives to a joint.
type channel struct {
	rotates bool // by degrees about an axis; else it is a position along the axis
	axis    int
}

// channelNames are the names of channels, by axis: positions, then rotations.
var channelNames = []string{"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"}

// parser reads a file.
type parser struct {
	*text
	joints   []joint
	columns  int // channels of all joints
	warnings []string
}

// hierarchy reads the joints, up to the word MOTION.
func (p *parser) hierarchy() error {
	word, line := p.word()
	if !strings.EqualFold(word, "HIERARCHY") {
		return errorAt(line, "expected HIERARCHY, with which a BVH file begins, found %s", quote(word))
	}
	for {
		word, line := p.word()
		switch {
		case strings.EqualFold(word, "ROOT"):
			if err := p.root(line); err != nil {
				return err
			}
		case strings.EqualFold(word, "MOTION") && len(p.joints) > 0:
			return nil
		case len(p.joints) == 0:
			return errorAt(line, "expected ROOT, found %s", quote(word))
		default:
			return errorAt(line, "expected ROOT or MOTION, found %s", quote(word))
		}
	}
}

// root reads a root and all below it. It does not recurse: a file may be deep.
func (p *parser) root(line int) error {
	if err := p.begin(line, -1, false); err != nil {
		return err
	}
	for at := len(p.joints) - 1; at >= 0; { // the joint in whose braces the next word is
		j := &p.joints[at]
		word, line := p.word()
		keyword := strings.ToUpper(word)
		var err error
		switch {
		case keyword == "}":
			if !j.hasOffset {
				return errorAt(line, "expected an OFFSET before the } of %s, found none", j.what())
			}
			at = j.parent
		case keyword == "OFFSET":
			err = p.offset(j, line)
		case j.endSite && (keyword == "CHANNELS" || keyword == "JOINT" || keyword == "END"):
			err = errorAt(line, "expected an End Site to have an OFFSET alone, found %s in %s", quote(word), j.what())
		case keyword == "CHANNELS":
			err = p.channels(j, line)
		case keyword == "JOINT":
			err = p.begin(line, at, false)
			at = len(p.joints) - 1
		case keyword == "END":
			if site, _ := p.word(); !strings.EqualFold(site, "Site") {
				return errorAt(line, "expected End Site, found End and %s", quote(site))
			}
			err = p.begin(line, at, true)
			at = len(p.joints) - 1
		case word == "" || keyword == "MOTION" || keyword == "ROOT" || keyword == "{":
			err = errorAt(line, "expected a } that ends %s, found %s", j.what(), quote(word))
		default:
			err = errorAt(line, "expected OFFSET, CHANNELS, JOINT, End Site or } in %s, found %s%s", j.what(), quote(word),
				suggest(word, []string{"OFFSET", "CHANNELS", "JOINT", "End Site"}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// what names a joint in an error.
func (j *joint) what() string {
	if j.endSite {
		return "the End Site " + quote(j.name)
	}
	return "the joint " + quote(j.name)
}

// suggest returns the names that a word may have been meant to be, for the end of an error.
func suggest(word string, has []string) string {
	if near := names.Near(word, has); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

// begin reads the name of a joint and the brace after it.
func (p *parser) begin(line, parent int, endSite bool) error {
	if len(p.joints) == rig.MaxJoints {
		return errorAt(line, "expected at most %d joints, found more", rig.MaxJoints)
	}
	name := p.name()
	if endSite {
		of := &p.joints[parent]
		if name != "" {
			p.warnings = append(p.warnings, fmt.Sprintf("line %d: the name %s of an End Site was dropped", line, quote(name)))
		}
		if of.ends++; of.ends == 1 {
			name = of.name + ".end"
		} else {
			name = of.name + ".end" + strconv.Itoa(of.ends)
		}
	} else if name == "" {
		return errorAt(line, "expected the name of a joint, found none")
	}
	p.joints = append(p.joints, joint{name: name, parent: parent, endSite: endSite})
	if word, at := p.word(); word != "{" {
		return errorAt(at, "expected a { after the name %s, found %s", quote(name), quote(word))
	}
	return nil
}

// offset reads the three numbers of an OFFSET.
func (p *parser) offset(j *joint, line int) error {
	if j.hasOffset {
		return errorAt(line, "expected one OFFSET in %s, found a second one", j.what())
	}
	j.hasOffset = true
	for axis := range j.offset {
		word, at := p.word()
		var err error
		if j.offset[axis], err = number(word, at); err != nil {
			return err
		}
	}
	return nil
}

// maxChannels is the most channels of a joint: a second one of the same kind is an error.
const maxChannels = 6

// channels reads the number of channels of a joint and their names.
func (p *parser) channels(j *joint, line int) error {
	if j.said {
		return errorAt(line, "expected one CHANNELS in %s, found a second one", j.what())
	}
	j.said = true
	word, at := p.word()
	count, err := strconv.Atoi(word)
	if err != nil || count < 0 || count > maxChannels {
		return errorAt(at, "expected the number of channels of %s, 0 to %d, found %s", j.what(), maxChannels, quote(word))
	}
	for range count {
		word, at := p.word()
		c, ok := channelOf(word)
		if !ok {
			return errorAt(at, "expected %d channels of %s, such as Xposition or Zrotation, found %s%s", count, j.what(),
				quote(word), suggest(word, channelNames))
		}
		for _, before := range j.channels {
			if before == c {
				return errorAt(at, "expected each channel of %s once, found a second %s", j.what(), word)
			}
		}
		j.channels = append(j.channels, c)
	}
	p.columns += count
	return nil
}

func channelOf(word string) (c channel, ok bool) {
	for i, name := range channelNames {
		if strings.EqualFold(word, name) {
			return channel{rotates: i >= 3, axis: i % 3}, true
		}
	}
	return channel{}, false
}
