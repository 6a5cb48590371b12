package cli_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-go/sinew/cmd/sinew/internal/cli"
)

func ExampleRun() {
	folder, err := os.MkdirTemp("", "demo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "box.gltf")
	text := `{"asset": {"version": "2.0"}, "nodes": [{"name": "lid", "translation": [0, 1.5, 0]}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	status := cli.Run([]string{"pose", "-time", "0.25", file}, os.Stdout, os.Stdout)
	fmt.Println("status", status)
	// Output:
	// {"nodes":[{"node":0,"name":"lid","parent":-1}],"skins":[],"samples":[{"t":0.25,"mode":"clamp","local":[[0,1.5,0,0,0,0,1,1,1,1]],"model":[[1,0,0,0,0,1,0,0,0,0,1,0,0,1.5,0,1]],"palette":[]}]}
	// status 0
}
