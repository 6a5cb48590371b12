package workbench

import "image/color"

// The colors of the panel and of the timeline, wherever they are drawn.
var (
	Background = color.RGBA{24, 28, 34, 255}
	Title      = color.RGBA{40, 47, 57, 255}
	Field      = color.RGBA{50, 58, 70, 255} // that can be changed
	FixedField = color.RGBA{34, 39, 47, 255} // that cannot, and what lies below other things
	Filled     = color.RGBA{46, 94, 140, 255}
	Accent     = color.RGBA{242, 172, 68, 255}
	Bright     = color.RGBA{226, 230, 236, 255} // of texts
	Dim        = color.RGBA{146, 156, 170, 255}
	Failure    = color.RGBA{240, 120, 110, 255}
	Ghost      = color.RGBA{120, 220, 190, 255} // of another moment
)
