package text

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// Bytes formats a size in bytes: 512 B, 1.5 KB, 20.3 MB. 1 KB is 1024 bytes.
func Bytes(n int64) string {
	size := float64(n)
	for _, unit := range []string{"B", "KB", "MB", "GB"} {
		if size < 1024 || unit == "GB" {
			if unit == "B" {
				return fmt.Sprintf("%d B", n)
			}
			return fmt.Sprintf("%.1f %s", size, unit)
		}
		size /= 1024
	}
	return ""
}

// Seconds formats a time in seconds with at most three decimals: 1.25 s.
func Seconds(t float64) string {
	text := strconv.FormatFloat(t, 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " s"
}

// Count returns a number of things with the noun for it: 1 joint, 2 meshes.
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "sh"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Printable returns s with every non-printable character replaced by '?'. Names from files could
// otherwise move the terminal's cursor.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// Table writes rows under a header. A column whose header begins with '>' is aligned to the right;
// the sign is not printed.
func Table(w io.Writer, header []string, rows [][]string) error {
	alignment := make(tw.Alignment, len(header))
	titles := make([]string, len(header))
	for i, h := range header {
		alignment[i], titles[i] = tw.AlignLeft, h
		if h != "" && h[0] == '>' {
			alignment[i], titles[i] = tw.AlignRight, h[1:]
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		}),
		tablewriter.WithPadding(tw.Padding{Left: " ", Right: " "}),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(alignment),
	)
	table.Header(titles)
	for _, row := range rows {
		for i := range row {
			row[i] = Printable(row[i])
		}
		if err := table.Append(row); err != nil {
			return fmt.Errorf("table: %w", err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}
