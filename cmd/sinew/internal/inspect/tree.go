package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

// maxIndent is the depth up to which the tree is indented. Below it, the depth is printed instead.
const maxIndent = 40

// writeTree prints the nodes under their parents. It uses a stack of its own instead of recursion,
// since a file's hierarchy may be of any depth.
func (s *Summary) writeTree(w io.Writer) error {
	children := make([][]int, len(s.Nodes))
	type entry struct {
		node   int
		level  int
		indent string
		last   bool
	}
	var stack []entry
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if parent := s.Nodes[i].Parent; parent >= 0 {
			children[parent] = append(children[parent], i)
		} else {
			stack = append(stack, entry{i, 0, "", len(stack) == 0})
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
			stack = append(stack, entry{child, at.level + 1, at.indent + below, k == 0})
		}
	}
	return nil
}

// describe returns a node's name, number and roles.
func (s *Summary) describe(i int) string {
	node := &s.Nodes[i]
	var roles []string
	switch {
	case len(node.Skins) > 0:
		roles = append(roles, "joint of skin "+strings.Trim(fmt.Sprint(node.Skins), "[]"))
	case node.Joint >= 0:
		roles = append(roles, "joint")
	}
	if node.Mesh != "" {
		roles = append(roles, "mesh "+node.Mesh)
	}
	name := fmt.Sprintf("%s  #%d", orNoName(node.Name), i)
	if len(roles) > 0 {
		name += "  " + strings.Join(roles, ", ")
	}
	return text.Printable(name)
}
