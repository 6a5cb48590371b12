package neon

import (
	"fmt"
	"log"
	"math/bits"
)

// The registers that functions may use. Go reserves R18 and R28, the assembler R27, the linker R16
// and R17; R29 and R30 hold the frame.
var machine = [2][]int{
	general: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26},
	vector: {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
		28, 29, 30, 31,
	},
}

// Registers is the number of vector registers.
const Registers = 32

// bitset is a set of virtual registers.
type bitset []uint64

func (s bitset) put(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) drop(i int)     { s[i/64] &^= 1 << (i % 64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// assign returns the machine's register of each virtual register. Two virtual registers that are
// alive at the same time get different ones. It fails if they are too few: nothing is moved to the
// stack.
func (e *Function) assign() (registers [2][]int) {
	labels := map[string]int{}
	for i := range e.code {
		if name := e.code[i].label; name != "" {
			if _, known := labels[name]; known {
				log.Fatalf("%s: label %s is defined twice", e.name, name)
			}
			labels[name] = i
		}
	}
	for c := range registers {
		registers[c] = e.color(class(c), e.alive(class(c), labels))
	}
	return registers
}

// alive returns for each instruction the registers of a class whose values are used after it.
func (e *Function) alive(c class, labels map[string]int) []bitset {
	words := (e.count[c] + 63) / 64
	before, after := make([]bitset, len(e.code)+1), make([]bitset, len(e.code))
	for i := range before {
		before[i] = make(bitset, words)
	}
	for i := range after {
		after[i] = make(bitset, words)
	}
	for changed := true; changed; {
		changed = false
		for i := len(e.code) - 1; i >= 0; i-- {
			in := &e.code[i]
			out := make(bitset, words)
			if !in.ends {
				copy(out, before[i+1])
			}
			if in.target != "" {
				at, known := labels[in.target]
				if !known {
					log.Fatalf("%s: no label %s", e.name, in.target)
				}
				for w := range out {
					out[w] |= before[at][w]
				}
			}
			copy(after[i], out)
			for _, o := range in.operands {
				if o.class == c && o.def {
					out.drop(o.id)
				}
			}
			for _, o := range in.operands {
				if o.class == c && o.use {
					out.put(o.id)
				}
			}
			for w := range out {
				if out[w] != before[i][w] {
					changed = true
				}
			}
			copy(before[i], out)
		}
	}
	for r := range e.count[c] {
		if before[0].has(r) {
			log.Fatalf("%s: register %d of class %d is used before it is written, first in %s", e.name, r, c,
				e.firstUse(c, r))
		}
	}
	return after
}

func (e *Function) firstUse(c class, r int) string {
	for i := range e.code {
		for _, o := range e.code[i].operands {
			if o.class == c && o.id == r && o.use {
				return fmt.Sprintf("instruction %d: %s", i, e.code[i].format)
			}
		}
	}
	return "none"
}

// color assigns registers in the order in which they are first written.
func (e *Function) color(c class, after []bitset) []int {
	conflicts := make([]bitset, e.count[c])
	for r := range conflicts {
		conflicts[r] = make(bitset, (e.count[c]+63)/64)
	}
	var order []int
	seen := make([]bool, e.count[c])
	for i := range e.code {
		for _, o := range e.code[i].operands {
			if o.class != c || !o.def {
				continue
			}
			if !seen[o.id] {
				seen[o.id] = true
				order = append(order, o.id)
			}
			conflict := func(other int) {
				if other != o.id {
					conflicts[o.id].put(other)
					conflicts[other].put(o.id)
				}
			}
			for w, set := range after[i] {
				for ; set != 0; set &= set - 1 {
					conflict(w*64 + bits.TrailingZeros64(set))
				}
			}
			for _, other := range e.code[i].operands {
				if other.class == c && other.def {
					conflict(other.id)
				}
			}
		}
	}
	colors := make([]int, e.count[c])
	for r := range colors {
		colors[r] = -1
		if at, pinned := e.pinned[V(r)]; pinned && c == vector {
			colors[r] = at
		}
	}
	for _, r := range order {
		if colors[r] >= 0 {
			for other := range colors {
				if conflicts[r].has(other) && colors[other] == colors[r] {
					log.Fatalf("%s: two values need register %d at the same time", e.name, colors[r])
				}
			}
			continue
		}
		taken := map[int]bool{}
		for other := range conflicts[r] {
			for set := conflicts[r][other]; set != 0; set &= set - 1 {
				taken[colors[other*64+bits.TrailingZeros64(set)]] = true
			}
		}
		for _, m := range machine[c] {
			if !taken[m] {
				colors[r] = m
				break
			}
		}
		if colors[r] < 0 {
			log.Fatalf("%s: too few registers of class %d", e.name, c)
		}
	}
	return colors
}
