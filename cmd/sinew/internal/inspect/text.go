package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

// WriteText prints the summary as text: totals, a table for each kind of asset, the hierarchy as a
// tree, memory and warnings.
func (s *Summary) WriteText(w io.Writer) error {
	p := printer{w: w}
	p.line("%s  (%s)", s.File, text.Bytes(s.FileBytes))
	p.line("  %s, %s, %s, %s, %s", text.Count(s.Joints, "joint"), text.Count(len(s.Skins), "skin"),
		text.Count(len(s.Meshes), "mesh"),
		text.Count(len(s.Materials), "material"), text.Count(len(s.Clips), "clip"))
	if s.Sidecar != nil {
		scale := ""
		if s.Sidecar.Scale != nil {
			scale = fmt.Sprintf(", scale %v", s.Sidecar.Scale)
		}
		p.line("  with %s%s", text.Printable(s.Sidecar.File), scale)
	}
	p.line("  %s, at most %s deep", text.Count(s.Roots, "root"), text.Count(s.Depth, "joint"))
	if s.Bounds != nil {
		p.line("  the rest pose reaches from %.4g to %.4g", s.Bounds.Min, s.Bounds.Max)
	}
	p.table("Clips", clipHeader, len(s.Clips), func(i int) []string { return s.Clips[i].row(i) })
	p.table("Skins", skinHeader, len(s.Skins), func(i int) []string { return s.Skins[i].row(i) })
	p.table("Meshes", meshHeader, len(s.Meshes), func(i int) []string { return s.Meshes[i].row() })
	p.table("Materials", materialHeader, len(s.Materials), func(i int) []string { return s.Materials[i].row() })
	p.table("Masks", weightHeader, len(s.Masks), func(i int) []string { return s.Masks[i].row() })
	p.table("Bones", boneHeader, len(s.Bones), func(i int) []string { return s.Bones[i].row() })
	p.line("\nHierarchy")
	if p.err == nil {
		p.err = s.writeTree(w)
	}
	p.line("\nMemory\n  %s: skeleton %s, skins %s, meshes %s, images %s, clips %s", size(s.Memory.Total),
		size(s.Memory.Skeleton),
		size(s.Memory.Skins), size(s.Memory.Meshes), size(s.Memory.Images), size(s.Memory.Clips))
	if len(s.Warnings) > 0 {
		p.line("\nWarnings")
		for _, warning := range s.Warnings {
			p.line("  %s", text.Printable(warning))
		}
	}
	return p.err
}

// printer prints until the first error, which it keeps.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, arguments ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", arguments...)
	}
}

func (p *printer) table(title string, header []string, rows int, row func(i int) []string) {
	if rows == 0 || p.err != nil {
		return
	}
	p.line("\n%s", title)
	cells := make([][]string, rows)
	for i := range cells {
		cells[i] = row(i)
	}
	p.err = text.Table(p.w, header, cells)
}

var (
	clipHeader = []string{
		">#", "name", ">duration", ">from", ">joints", ">tracks", ">keys", ">memory",
		"interpolation", "end", ">markers", "root motion",
	}
	skinHeader = []string{">#", "name", ">joints", ">meshes"}
	meshHeader = []string{
		">node", "name", "skin", ">primitives", ">vertices", ">triangles",
		">influences", ">targets", "shown",
	}
	weightHeader   = []string{"name", ">joints", ">whole"}
	boneHeader     = []string{"bone", "joint"}
	materialHeader = []string{"name", "base color", ">metallic", ">roughness", "alpha", "sides", "textures"}
)

func (c *Clip) row(i int) []string {
	return []string{
		fmt.Sprint(i), orNoName(c.Name), text.Seconds(c.End - c.Start), text.Seconds(c.Start), fmt.Sprint(c.Joints),
		fmt.Sprint(c.Tracks),
		fmt.Sprint(c.Keys), size(c.Bytes), strings.Join(c.Interpolations, ", "), c.end(), fmt.Sprint(c.Markers),
		c.RootMotion,
	}
}

// end describes what the clip says about its end.
func (c *Clip) end() string {
	if c.LoopLimit > 0 {
		return fmt.Sprintf("%s, %s", c.PlayMode, text.Count(int(c.LoopLimit), "time"))
	}
	return c.PlayMode
}

func (m *Mask) row() []string {
	return []string{orNoName(m.Name), fmt.Sprint(m.Joints), fmt.Sprint(m.Whole)}
}

func (b *Bone) row() []string {
	if b.Joint == "" {
		return []string{b.Name, "(none)"}
	}
	return []string{b.Name, b.Joint}
}

func (k *Skin) row(i int) []string {
	return []string{fmt.Sprint(i), orNoName(k.Name), fmt.Sprint(k.Joints), fmt.Sprint(k.Meshes)}
}

func (m *Mesh) row() []string {
	skin, shown := "rigid", "yes"
	if m.Hidden {
		shown = "hidden"
	}
	if m.Skin >= 0 {
		skin = fmt.Sprint(m.Skin)
	}
	return []string{
		fmt.Sprint(m.Node), orNoName(m.Name), skin, fmt.Sprint(m.Primitives), fmt.Sprint(m.Vertices),
		fmt.Sprint(m.Triangles),
		fmt.Sprint(m.Influences), fmt.Sprint(m.Targets), shown,
	}
}

func (m *Material) row() []string {
	c := m.BaseColor
	sides := "one"
	if m.DoubleSided {
		sides = "both"
	}
	alpha := m.Alpha
	if m.Unlit {
		alpha += ", unlit"
	}
	return []string{
		orNoName(m.Name), fmt.Sprintf("%.2f %.2f %.2f %.2f", c[0], c[1], c[2], c[3]), fmt.Sprintf("%.2f", m.Metallic),
		fmt.Sprintf("%.2f", m.Roughness), alpha, sides, strings.Join(m.Textures, ", "),
	}
}

func orNoName(name string) string {
	if name == "" {
		return "(no name)"
	}
	return name
}

func size(n int) string { return text.Bytes(int64(n)) }
