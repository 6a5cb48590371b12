package explain

import (
	"fmt"
	"strconv"
	"strings"
)

// page is text that grows line by line.
type page struct{ strings.Builder }

func (p *page) line(format string, arguments ...any) {
	fmt.Fprintf(&p.Builder, format, arguments...)
	p.WriteByte('\n')
}

// quoted returns a name in quotes, and a place without a name as such.
func quoted(name string) string {
	if name == "" {
		return "(no name)"
	}
	return strconv.Quote(name)
}

// percent returns a share, 0 to 1, in percent.
func percent(share Number) string { return fmt.Sprintf("%.1f %%", 100*float64(share)) }

// list returns numbers beside each other.
func list(numbers []Number) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = n.String()
	}
	return strings.Join(texts, ", ")
}
