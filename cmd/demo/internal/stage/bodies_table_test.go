package stage_test

import "github.com/sinew-go/sinew/cmd/demo/internal/stage"

// noBodies are the scenes without bodies of the mannequin, and why.
var noBodies = map[string]string{
	"baked":       "boxes that a simulation moved",
	"millipede":   "creatures of its own",
	"skinning":    "tubes",
	"town":        "rigs from files of their own",
	stage.Stadium: "the GPU computes the poses, from the clips that other scenes play",
}

// onTheSpot are the scenes with bodies that walk without coming forward, as their clips were made,
// or move over ground that is not flat: their feet are not watched.
var onTheSpot = map[string]string{
	"blend":            "walks and runs on the spot",
	"blend-space":      "walks and runs on the spot",
	"layers":           "walks on the spot",
	"root-motion":      "the third one shows the clip without root motion",
	"events":           "walks and runs on the spot",
	"attach":           "walks on the spot",
	"inertialization":  "runs on the spot",
	"multithreading":   "a crowd on the spot",
	"levels-of-detail": "a crowd on the spot",
	"slopes":           "stairs and a ramp; the tests of foot placement watch the feet on them",
}
