//go:build !preview

package main

import (
	"math"
	"strconv"
	"syscall/js"
)

// The heights of the sheet that the panel is on a narrow page, as fractions of the page's.
const (
	halfSheet = 0.48 // as the style sheet has it
	fullSheet = 0.85
	lowSheet  = 0.2  // below it the sheet closes
	gripMoves = 0.03 // a grip that moves less is pressed, not dragged
)

// listenToGrip connects the grip of the sheet: dragged it changes the sheet's height, far down it
// closes the sheet; a press changes between two heights.
func (v *viewer) listenToGrip() {
	grip := v.element("grip")
	sheet, held, dragged := halfSheet, false, false
	show := func(height float64) {
		sheet = height
		js.Global().Get("document").Get("documentElement").Get("style").Call("setProperty", "--sheet",
			strconv.FormatFloat(100*height, 'f', 2, 64)+"%")
		v.changed = true
	}
	on(grip, "pointerdown", func(event js.Value) {
		grip.Call("setPointerCapture", event.Get("pointerId"))
		held, dragged = true, false
	})
	on(grip, "pointermove", func(event js.Value) {
		height := 1 - event.Get("clientY").Float()/max(js.Global().Get("innerHeight").Float(), 1)
		if held && (dragged || math.Abs(height-sheet) > gripMoves) {
			dragged = true
			show(min(max(height, 0), fullSheet))
		}
	})
	press := func() {
		if sheet < fullSheet {
			show(fullSheet)
		} else {
			show(halfSheet)
		}
	}
	on(grip, "pointerup", func(js.Value) {
		if held && !dragged {
			press()
		}
		if held = false; dragged && sheet < lowSheet {
			v.togglePanel()
			show(halfSheet)
		}
	})
	on(grip, "pointercancel", func(js.Value) { held = false })
	on(grip, "click", func(event js.Value) {
		if event.Get("detail").Int() == 0 { // by a key, not by a pointer
			press()
		}
	})
}
