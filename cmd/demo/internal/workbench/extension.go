package workbench

// Rows adds controls to a section that another package fills. Names are unique in the section.
type Rows struct{ section *section }

// extension is a section of another package.
type extension struct {
	title, prefix string
	fill          func(rows Rows)
}

// Extend adds a section, which is shown after that of the state machine while fill adds rows to it.
// The names of its controls begin with the prefix.
func (p *Panel) Extend(title, prefix string, fill func(rows Rows)) {
	p.extensions = append(p.extensions, extension{title, prefix, fill})
}

// Text adds a line to read.
func (r Rows) Text(label, text string) { r.section.text(label, text) }

// Slider adds a number from low to high.
func (r Rows) Slider(name, label string, value, low, high, step float64, set func(x float64) error) {
	c := r.section.slider(label, value, low, high, number(value, 4), set)
	c.Name, c.Step = r.section.prefix+name, step
}

// Toggle adds what is on or off.
func (r Rows) Toggle(name, label string, on bool, set func(on bool) error) {
	r.section.toggle(label, on, set).Name = r.section.prefix + name
}

// Choice adds a choice of one of some options, of which that with the index is the present one; -1
// for none.
func (r Rows) Choice(name, label string, options []string, index int, set func(i int) error) {
	r.section.choice(label, options, index, set).Name = r.section.prefix + name
}

// Field adds a text that is typed.
func (r Rows) Field(name, label, text string, write func(text string) error) {
	r.section.add(Control{Name: name, Kind: TextField, Label: label, Text: text, write: write})
}

// Button adds a button, which shows the text after its label if that is not empty.
func (r Rows) Button(name, label, text string, press func() error) {
	c := r.section.button(label, press)
	c.Name, c.Text = r.section.prefix+name, text
}
