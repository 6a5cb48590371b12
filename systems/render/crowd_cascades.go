package render

import (
	"slices"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// showingIn is showing for a pass: of the members from first to before end, those that it draws.
func (c *crowd) showingIn(pass *crowdPass, list *crowdstore.List, part uint64, first, end int) (from, count int,
	listed bool,
) {
	if !pass.shadow || !pass.cascades || part&list.Hidden != 0 {
		return c.showing(list, part, first, end)
	}
	members := list.Casters[pass.cascade].Of(list, part)
	words := c.collected.Entries[members.First:members.End]
	from, _ = slices.BinarySearch(words, uint32(first))
	to, _ := slices.BinarySearch(words, uint32(end))
	return members.First + from, to - from, true
}
