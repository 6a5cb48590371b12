package modifier_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/solving"
)

// A chain bent by CCD is where the CCDIKSolver of three.js has it: an independent implementation,
// with which joints without limits agree.
func TestCCDAgreesWithThree(t *testing.T) {
	if out, err := exec.Command("node", "-e",
		"require.resolve('three/examples/jsm/animation/CCDIKSolver.js')").CombinedOutput(); err != nil {
		t.Skipf("three.js is not installed: run NODE_PATH=$(.ci/three-vrm) go test ./assets/modifier (%v %.80s)", err,
			out)
	}
	type bone struct {
		Translation [3]float32 `json:"translation"`
		Rotation    [4]float32 `json:"rotation"`
		Scale       [3]float32 `json:"scale"`
	}
	type chain struct {
		Bones      []bone     `json:"bones"`
		First      int        `json:"first"`
		Target     [3]float32 `json:"target"`
		Iterations int        `json:"iterations"`
		Weight     float32    `json:"weight"`
	}
	random := rand.New(rand.NewPCG(1, 120))
	var chains []chain
	var ours [][][3]float64
	for range 500 {
		skeleton := randomChain(t, random, 6)
		c := chain{First: 1, Iterations: 1 + random.IntN(8), Weight: []float32{1, 1, 0.5}[random.IntN(3)]}
		rest := skeleton.Rest(0)
		for i := range rest.Scale { // three.js takes no rotation from a mirrored matrix
			rest.Scale[i] = float32(math.Abs(float64(rest.Scale[i])))
		}
		person := character{}
		for j := range skeleton.Len() {
			local := skeleton.Rest(j)
			if j == 0 {
				local = rest
			}
			person.locals = append(person.locals, local)
			q := local.Rotation
			c.Bones = append(c.Bones, bone{local.Translation, [4]float32{q.V[0], q.V[1], q.V[2], q.W}, local.Scale})
		}
		c.Target = randomUnit(random).Mul(2 * rest.Scale[0]).Add(rest.Translation)
		stack := solveTest(t,
			modifier.New("s", skeleton).Chain("g",
				modifier.Chain{Root: "a", End: "f", Method: modifier.CCD, Iterations: c.Iterations}))
		person.goals[0] = solving.Goal{Target: c.Target, Weight: c.Weight}
		w := block(skeleton, []*character{&person})
		stack.Solve(w)
		var at [][3]float64
		for _, m := range models(skeleton, w, 0) {
			at = append(at, position(m))
		}
		chains, ours = append(chains, c), append(ours, at)
	}

	input, err := json.Marshal(chains)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", filepath.Join("testdata", "three_ccd.cjs"))
	command.Stdin = bytes.NewReader(input)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.Bytes())
	}
	var theirs [][][16]float64
	if err := json.Unmarshal(out, &theirs); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for i, c := range chains {
		size := float64(c.Bones[0].Scale[0]) + math.Sqrt(3)
		for j, at := range ours[i] {
			m := theirs[i][j]
			miss := minus(at, [3]float64{m[12], m[13], m[14]}).Length() / size
			if worst = max(worst, miss); miss > 1e-4 {
				t.Fatalf("chain %d, %d iterations: bone %d is at %v, in three.js at %v", i, c.Iterations, j,
					at, m[12:15])
			}
		}
	}
	t.Logf("largest distance of a bone: %.3g of the chain's size", worst)
}
