package text

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// Table prints rows under a header, A column whose header begins with '>' is aligned right;
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
			row[i] = Plain(row[i])
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
