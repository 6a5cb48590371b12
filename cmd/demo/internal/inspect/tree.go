package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/text"
)

// deepest is the level from which on the tree is indented no further; the level is printed instead.
const maxIndent = 40

// writeTree prints the nodes under their parents. It keeps a list of its own instead of recursing: a file may be as deep as
// it likes.
func (s *Summary) writeTree(w io.Writer) error {
	children := make([][]int, len(s.Nodes))
	type step struct {
		node   int
		level  int
		indent string
		last   bool
	}
	var stack []step
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if parent := s.Nodes[i].Parent; parent >= 0 {
			children[parent] = append(children[parent], i)
		} else {
			stack = append(stack, step{i, 0, "", len(stack) == 0})
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		branch, below := "├─ ", "│  "
		if at.last {
			branch, below = "└─ ", "   "
		}
		line := at.indent + branch + s.describe(at.node)
		if at.level >= maxIndent {
			below = ""
			line += fmt.Sprintf("  (level %d)", at.level)
		}
		if _, err := fmt.Fprintf(w, "  %s\n", line); err != nil {
			return fmt.Errorf("hierarchy: %w", err)
		}
		for k, child := range children[at.node] {
			stack = append(stack, step{child, at.level + 1, at.indent + below, k == 0})
		}
	}
	return nil
}

// describe returns a node's name and number, and what it is.
func (s *Summary) describe(i int) string {
	node := &s.Nodes[i]
	var roles []string
	switch {
	case len(node.Skins) > 0:
		roles = append(roles, "joint of skin "+strings.Trim(fmt.Sprint(node.Skins), "[]"))
	case node.Joint >= 0:
		roles = append(roles, "moves")
	}
	if node.Mesh != "" {
		roles = append(roles, "mesh "+node.Mesh)
	}
	name := fmt.Sprintf("%s  #%d", nameOr(node.Name), i)
	if len(roles) > 0 {
		name += "  " + strings.Join(roles, ", ")
	}
	return text.Printable(name)
}
