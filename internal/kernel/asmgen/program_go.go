package main

import (
	"fmt"
	"math"
	"strings"
)

// writePlain writes the programs as Go functions to a file.
func writePlain(programs []*program, file, pkg string) {
	var b strings.Builder
	for _, p := range programs {
		p.plain(&b)
	}
	imports := ""
	if strings.Contains(b.String(), "math.") {
		imports = "import \"math\"\n"
	}
	writeGo(file, fmt.Sprintf("%s\n\npackage %s\n\n%s%s", generatedBy, pkg, imports, b.String()))
}

// plain writes the program as a Go function. Conversions keep the compiler from fusing products
// into sums.
func (p *program) plain(b *strings.Builder) {
	var params []string
	for i, rows := range p.rows() {
		kind := fmt.Sprintf("*[%d * Lanes]float32", rows)
		switch {
		case i > 0 && strings.HasSuffix(strings.ToLower(p.params[i]), "local"):
			kind = "*Local"
		case rows > 4 && rows <= matrixSize/4 && !strings.HasSuffix(strings.ToLower(p.params[i]), "rows"):
			kind = "*Matrix"
		}
		params = append(params, p.params[i]+" "+kind)
	}
	fmt.Fprintf(b, "\n// %sGeneric %s\nfunc %sGeneric(%s) {\n\tfor l := range Lanes {\n", p.name, p.doc, p.name,
		strings.Join(params, ", "))
	for _, s := range p.order() {
		if s.isStore {
			fmt.Fprintf(b, "%s = %s\n", p.rowText(s.param, s.row), p.text(s.value))
			continue
		}
		o := &p.ops[s.value]
		v := p.text(s.value)
		switch o.kind {
		case opAdd:
			fmt.Fprintf(b, "%s := %s + %s\n", v, p.text(o.a), p.text(o.b))
		case opSub:
			fmt.Fprintf(b, "%s := %s - %s\n", v, p.text(o.a), p.text(o.b))
		case opMul:
			fmt.Fprintf(b, "%s := float32(%s * %s)\n", v, p.text(o.a), p.text(o.b))
		case opDiv:
			fmt.Fprintf(b, "%s := %s / %s\n", v, p.text(o.a), p.text(o.b))
		case opSqrt:
			fmt.Fprintf(b, "%s := float32(math.Sqrt(float64(%s)))\n", v, p.text(o.a))
		case opNeg:
			fmt.Fprintf(b, "%s := -%s\n", v, p.text(o.a))
		case opLess:
			fmt.Fprintf(b, "%s := %s < %s\n", v, p.text(o.a), p.text(o.b))
		case opAnd:
			fmt.Fprintf(b, "%s := %s && %s\n", v, p.text(o.a), p.text(o.b))
		case opSelect:
			fmt.Fprintf(b, "%s := %s\nif %s { %s = %s }\n", v, p.float(o.b), p.text(o.a), v, p.text(o.c))
		default:
			panic("unknown operation")
		}
	}
	b.WriteString("}\n}\n")
}

// text returns the expression of a value: a row, a constant or a variable.
func (p *program) text(v value) string {
	switch o := &p.ops[v]; o.kind {
	case opLoad:
		return p.rowText(o.param, o.row)
	case opConstant:
		x := math.Float32frombits(o.bits)
		if float64(x) != math.Trunc(float64(x)) || x > 1<<20 || x < -1<<20 {
			return fmt.Sprintf("%g", x)
		}
		return fmt.Sprintf("%.0f", x)
	default:
		return fmt.Sprintf("v%d", v)
	}
}

// float returns the expression of a value with the type float32.
func (p *program) float(v value) string {
	if p.ops[v].kind == opConstant {
		return "float32(" + p.text(v) + ")"
	}
	return p.text(v)
}

func (p *program) rowText(param, row int) string {
	if row == 0 {
		return p.params[param] + "[l]"
	}
	return fmt.Sprintf("%s[%d+l]", p.params[param], row*lanes)
}

// rows returns how many rows of each parameter the program uses.
func (p *program) rows() []int {
	rows := make([]int, len(p.params))
	for i := range p.ops {
		if o := &p.ops[i]; o.kind == opLoad {
			rows[o.param] = max(rows[o.param], o.row+1)
		}
	}
	for _, s := range p.stores {
		rows[s.param] = max(rows[s.param], s.row+1)
	}
	return rows
}
