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
	steps := p.order()
	w := plainWriter{p, p.usedOnce(steps), map[value]nestedText{}}
	fmt.Fprintf(b, "\n// %sGeneric %s\nfunc %sGeneric(%s) {\n\tfor l := range Lanes {\n", p.name, p.doc, p.name,
		strings.Join(params, ", "))
	for _, s := range steps {
		if s.isStore {
			fmt.Fprintf(b, "%s = %s\n", p.rowText(s.param, s.row), w.text(s.value))
			continue
		}
		w.define(b, s.value)
	}
	b.WriteString("}\n}\n")
}

// usedOnce reports which values are used once, before another row is stored: their expressions mean
// the same where they are used.
func (p *program) usedOnce(steps []step) []bool {
	uses, once, stored := make([]int, len(p.ops)), make([]bool, len(p.ops)), make([]int, len(p.ops))
	stores := 0
	for _, s := range steps {
		used := []value{s.value}
		if !s.isStore {
			used, stored[s.value] = p.ops[s.value].operands(), stores
		}
		for _, v := range used {
			uses[v]++
			once[v] = uses[v] == 1 && stored[v] == stores
		}
		if s.isStore {
			stores++
		}
	}
	return once
}

// plainWriter writes the values of a program. A value that is used once is written where it is used:
// a compiler spends much time on each variable.
type plainWriter struct {
	*program
	once   []bool
	nested map[value]nestedText
}

// nestedText is the expression of a value that has no variable.
type nestedText struct {
	text   string
	isTerm bool // it needs no parentheses
}

// maxNested is the greatest length of an expression within another one.
const maxNested = 60

// define writes a value to a variable, or keeps its expression for its only use.
func (w *plainWriter) define(b *strings.Builder, v value) {
	o := &w.ops[v]
	name := fmt.Sprintf("v%d", v)
	if o.kind == opSelect {
		first := w.text(o.b)
		if w.ops[o.b].kind == opConstant {
			first = "float32(" + first + ")"
		}
		fmt.Fprintf(b, "%s := %s\nif %s { %s = %s }\n", name, first, w.text(o.a), name, w.text(o.c))
		return
	}
	text := w.expression(o)
	if w.once[v] && len(text) <= maxNested {
		w.nested[v] = nestedText{text, o.kind == opMul || o.kind == opSqrt}
		return
	}
	fmt.Fprintf(b, "%s := %s\n", name, text)
}

// expression returns the expression of an operation. Its operands are in parentheses unless they are
// one term.
func (w *plainWriter) expression(o *op) string {
	term := func(v value) string {
		if n, ok := w.nested[v]; ok && !n.isTerm {
			return "(" + n.text + ")"
		}
		return w.text(v)
	}
	switch o.kind {
	case opAdd:
		return term(o.a) + " + " + term(o.b)
	case opSub:
		return term(o.a) + " - " + term(o.b)
	case opMul:
		return "float32(" + term(o.a) + " * " + term(o.b) + ")"
	case opDiv:
		return term(o.a) + " / " + term(o.b)
	case opSqrt:
		return "float32(math.Sqrt(float64(" + w.text(o.a) + ")))"
	case opNeg:
		return "-" + term(o.a)
	case opLess:
		return term(o.a) + " < " + term(o.b)
	case opAnd:
		return term(o.a) + " && " + term(o.b)
	default:
		panic("unknown operation")
	}
}

// text returns the expression of a value: a row, a constant, a variable, or what has none.
func (w *plainWriter) text(v value) string {
	if n, ok := w.nested[v]; ok {
		return n.text
	}
	switch o := &w.ops[v]; o.kind {
	case opLoad:
		return w.rowText(o.param, o.row)
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
