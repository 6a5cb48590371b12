package kernel_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// operations are how many operations on floating-point numbers a piece of code makes.
type operations struct{ multiplications, additions, quotients, roots int }

func (o operations) times(n int) operations {
	return operations{n * o.multiplications, n * o.additions, n * o.quotients, n * o.roots}
}

func (o operations) plus(others ...operations) operations {
	for _, p := range others {
		o.multiplications += p.multiplications
		o.additions += p.additions
		o.quotients += p.quotients
		o.roots += p.roots
	}
	return o
}

// source is the plain Go code of the kernels, with the types of its expressions.
type source struct {
	t         *testing.T
	types     map[ast.Expr]types.TypeAndValue
	functions map[string]*ast.FuncDecl
}

func readSource(t *testing.T, files ...string) *source {
	t.Helper()
	s := &source{t: t, types: map[ast.Expr]types.TypeAndValue{}, functions: map[string]*ast.FuncDecl{}}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				s.functions[f.Name.Name] = f
			}
		}
	}
	// The assembly's functions are not in these files: what calls them has no type, and is not
	// counted.
	config := types.Config{Importer: sources{set}, Error: func(error) {}}
	_, _ = config.Check("kernel", set, parsed, &types.Info{Types: s.types})
	return s
}

// sources imports packages from their code or, of the standard library, as they are compiled.
type sources struct{ set *token.FileSet }

func (s sources) Import(path string) (*types.Package, error) {
	if !strings.HasSuffix(path, "/kernel/layout") {
		return importer.ForCompiler(s.set, "gc", nil).Import(path)
	}
	names, err := filepath.Glob("layout/*.go")
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(s.set, name, nil, 0)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, file)
		}
	}
	return new(types.Config).Check(path, s.set, files, nil)
}

// function counts the operations of a function: in loops over the lanes those of one lane, and in
// loops over three rows those of all.
func (s *source) function(name string) operations {
	f := s.functions[name]
	if f == nil {
		s.t.Fatalf("there is no function %s", name)
	}
	return s.count(f.Body)
}

// count counts the operations under a node, with those of the helpers that it calls.
func (s *source) count(node ast.Node) (o operations) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt: // by rows of four times the lanes
			o = o.plus(s.count(n.Body).times(s.rounds(n)))
			return false
		case *ast.RangeStmt:
			o = o.plus(s.count(n.Body).times(s.rounds(n)))
			return false
		case *ast.BinaryExpr:
			if s.isFloat(n) {
				o.add(n.Op)
			}
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE && s.isFloat(n.Lhs[0]) {
				o.add(n.Tok)
			}
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.SelectorExpr:
				if f.Sel.Name == "Sqrt" {
					o.roots++
				}
			case *ast.Ident:
				switch f.Name {
				case "toUnit", "rotationDot", "addRotations", "inverseLength", "positive":
					o = o.plus(s.function(f.Name))
				}
			}
		}
		return true
	})
	return o
}

func (o *operations) add(op token.Token) {
	switch op {
	case token.MUL, token.MUL_ASSIGN:
		o.multiplications++
	case token.ADD, token.SUB, token.ADD_ASSIGN, token.SUB_ASSIGN:
		o.additions++
	case token.QUO, token.QUO_ASSIGN:
		o.quotients++
	}
}

// isFloat reports whether an expression is a number with a fraction that is not known beforehand.
func (s *source) isFloat(e ast.Expr) bool {
	t, ok := s.types[e]
	if !ok || t.Type == nil || t.Value != nil {
		return false
	}
	basic, ok := t.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0
}

// rounds returns 3 for loops over the rows of a matrix, and 1 for those over lanes, joints and
// vertices.
func (s *source) rounds(loop ast.Node) int {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if v := s.types[loop.X].Value; v != nil {
			if n, ok := constant.Int64Val(v); ok && n != kernel.Lanes {
				return int(n)
			}
		}
	case *ast.ForStmt:
		if step, ok := loop.Post.(*ast.AssignStmt); ok && step.Tok == token.ADD_ASSIGN {
			by, _ := constant.Int64Val(s.types[step.Rhs[0]].Value)
			end, ok := constant.Int64Val(s.types[loop.Cond.(*ast.BinaryExpr).Y].Value)
			if ok && by > 0 {
				return int(end / by)
			}
		}
	}
	return 1
}

// row is a row of a table.
type row struct {
	step          string
	o             operations
	read, written int // bytes
	code          string
}

func (r row) String() string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %s |", r.step, r.o.multiplications, r.o.additions,
		r.o.quotients+r.o.roots, r.read, r.written, r.code)
}

// checkTable reports the rows that a document does not have.
func checkTable(t *testing.T, document string, rows []row) {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + document)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !strings.Contains(string(text), r.String()+"\n") {
			t.Errorf("docs/%s lacks the row\n%s", document, r)
		}
	}
}

// The tables of operations in docs/frame.md and docs/skinning.md are counted in the code.
func TestOperationsInDocuments(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a program in a browser has no sources")
	}
	if build.Default.GOROOT == "" { // built with -trimpath
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Skipf("the test does not know where Go's packages are: %v", err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
	s := readSource(t, "layout.go", "sample_baked.go", "blend.go", "blend_rotations.go", "local_to_palette.go",
		"skin_generic.go", "skin.go")
	const number = 4 // bytes
	const local, matrix = number * kernel.GroupSize / kernel.Lanes, number * kernel.MatrixSize
	const rotation, others = 4, 6 // numbers of a joint
	compose, multiply := s.function("compose"), s.function("multiply")
	checkTable(t, "frame.md", []row{
		{
			"sample the 10 numbers of a clip", s.function("sampleRow").times(rotation + others), 2*10*2 + 10*2*number,
			local, "`sampleRow`",
		},
		{
			"normalize the rotation", s.function("normalizeNearUnit"), rotation * number, rotation * number,
			"`normalizeNearUnit`",
		},
		{
			"blend a second clip: the rotation", s.function("nlerpUnitGeneric"), 2 * rotation * number, rotation * number,
			"`nlerpUnitGeneric`",
		},
		{
			"blend a second clip: the rest", s.function("lerpRowsGeneric").times(others), 2 * others * number,
			others * number, "`lerpRowsGeneric`",
		},
		{"local transform to matrix", compose, local, matrix, "`compose`"},
		{"times the parent's", multiply, 2 * matrix, matrix, "`multiply`"},
		{"palette", s.function("multiplyLane"), 2 * matrix, matrix, "`multiplyLane`"},
	})
	position, sign, normal, tangent := s.skin()
	checkTable(t, "skinning.md", []row{
		{"each influence", s.function("blendMatrices"), matrix + number + 2, 0, "`blendMatrices`"},
		{"the position", position, 3 * number, 3 * number, "`skinGeneric`"},
		{"the side, for normal and tangent", sign, 0, 0, "`skinGeneric`"},
		{"the normal", normal, 3 * number, 3 * number, "`skinGeneric`, `toUnit`"},
		{"the tangent", tangent, 4 * number, 4 * number, "`skinGeneric`, `toUnit`"},
	})
}

// skin counts the parts of skinGeneric by what they write.
func (s *source) skin() (position, side, normal, tangent operations) {
	var loop *ast.ForStmt
	ast.Inspect(s.functions["skinGeneric"].Body, func(n ast.Node) bool {
		if f, ok := n.(*ast.ForStmt); ok && loop == nil {
			loop = f
		}
		return loop == nil
	})
	for _, statement := range loop.Body.List {
		if _, blends := statement.(*ast.SwitchStmt); blends {
			continue
		}
		names := map[string]bool{}
		ast.Inspect(statement, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
		o := s.count(statement)
		switch {
		case names["outNormals"]:
			normal = normal.plus(o)
		case names["outTangents"]:
			tangent = tangent.plus(o)
		case names["c0"]:
			side = side.plus(o)
		default:
			position = position.plus(o)
		}
	}
	return position, side, normal, tangent
}
