package tuning

import (
	"strconv"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// parameterTypes are the types of parameters of a graph.
var parameterTypes = []string{"float", "int", "bool", "trigger"}

// addParameters adds the rows of the parameters of a graph.
func (t *Tuner) addParameters(rows workbench.Rows, d *document) {
	for i, p := range d.root.list("parameters") {
		at, row, name := path{"parameters", strconv.Itoa(i)}, "parameter "+strconv.Itoa(i), p.string("name")
		kind := p.string("type")
		rows.Field(row+" name", kind, name, func(to string) error {
			return t.tryEdit(d, row+" name", func(root *value) error { return renameParameter(root, name, to) })
		})
		switch kind {
		case "bool":
			rows.Toggle(row+" default", "at first", p.member("default").isTrue(), func(on bool) error {
				return t.edit(d, row+" default", func(root *value) { root.at(at).set("default", boolValue(on)) })
			})
		case "float", "int":
			step := 0.0
			if kind == "int" {
				step = 1
			}
			t.addNumberRow(rows, d, at.with("default"), row+" default", "at first", p.member("default").number(0), step)
		}
		rows.Button(row+" remove", "remove it", name, func() error {
			return t.tryEdit(d, row+" remove", func(root *value) error { return removeParameter(root, name) })
		})
	}
	rows.Choice("new parameter type", "type", parameterTypes, t.kind, func(i int) error {
		t.kind = i
		return nil
	})
	rows.Button("add parameter", "add a parameter", "", func() error {
		return t.edit(d, "add parameter", func(root *value) {
			p := objectValue()
			p.set("name", stringValue(freeName("parameter", root.list("parameters"))))
			p.set("type", stringValue(parameterTypes[t.kind]))
			if root.member("parameters") == nil { // after the name, as the library writes it
				list := arrayValue()
				list.name = "parameters"
				root.items = append(root.items[:1:1], append([]*value{list}, root.items[1:]...)...)
			}
			appendTo(root, "parameters", p)
		})
	})
}
