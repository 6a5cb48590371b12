package recording_test

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"

	"github.com/sinew-go/sinew/cmd/demo/internal/recording"
)

func ExampleEncodeGIF() {
	frames := []*image.NRGBA{gradient(64, 48, 0), gradient(64, 48, 1), gradient(64, 48, 2)}
	var file bytes.Buffer
	if err := recording.EncodeGIF(&file, frames, 25); err != nil {
		fmt.Println(err)
		return
	}
	read, err := gif.DecodeAll(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(read.Image), "frames,", read.Delay[0], "hundredths of a second each")
	// Output: 3 frames, 4 hundredths of a second each
}

func ExampleContactSheet() {
	sheet := recording.ContactSheet([]*image.NRGBA{
		gradient(64, 48, 0), gradient(64, 48, 1), gradient(64, 48, 2),
		gradient(64, 48, 3),
	})
	fmt.Println(sheet.Bounds())
	// Output: (0,0)-(128,96)
}
