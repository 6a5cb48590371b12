package main

import "strings"

// counterpart is what answers a sample of ozz-animation.
type counterpart struct {
	sample string
	scenes []string
	more   string // what else does, in Markdown
}

// text returns the cell of a table.
func (c *counterpart) text() string {
	var parts []string
	for _, name := range c.scenes {
		parts = append(parts, "["+name+"](#"+name+")")
	}
	if c.more != "" {
		parts = append(parts, c.more)
	}
	return strings.Join(parts, ", ")
}

// counterparts are the samples of ozz-animation 0.16.
var counterparts = []counterpart{
	{"additive", []string{"layers"}, "the key `b` in [locomotion](#locomotion)"},
	{"attach", []string{"attach"}, ""},
	{"baked", []string{"baked"}, ""},
	{"blend", []string{"blend", "blend-space"}, ""},
	{"foot_ik", []string{"slopes"}, ""},
	{"look_at", []string{"look-at"}, ""},
	{"millipede", []string{"millipede"}, ""},
	{"motion_blend", []string{"locomotion"}, ""},
	{"motion_extraction", []string{"root-motion"}, ""},
	{"motion_playback", []string{"root-motion"}, ""},
	{"multithread", []string{"multithreading"}, ""},
	{"optimize", nil, "`demo plot FILE out.svg`, which shows keys and the baked form against the exact " +
		"curves, and its error"},
	{"partial_blend", []string{"layers"}, ""},
	{"playback", []string{"playback"}, "files on the command line of `demo`, or dropped on the page"},
	{"skinning", []string{"show", "morph"}, ""},
	{"two_bone_ik", []string{"reach"}, ""},
	{"user_channel", []string{"events", "morph"}, ""},
}
