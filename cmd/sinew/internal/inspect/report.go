package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/systems/explain"
)

// Report is what was found in a file.
type Report struct {
	File     string            `json:"file"`
	Findings []explain.Finding `json:"findings"`
}

// WriteText prints the findings, or that there are none.
func (r *Report) WriteText(w io.Writer) error {
	if len(r.Findings) == 0 {
		_, err := fmt.Fprintf(w, "%s: no findings\n", r.File)
		return err
	}
	for _, f := range r.Findings {
		lines := strings.Split(f.String(), "\n")
		for i := range lines {
			lines[i] = text.Printable(lines[i])
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", r.File, strings.Join(lines, "\n")); err != nil {
			return err
		}
	}
	return nil
}
