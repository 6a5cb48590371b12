package tuning

import (
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// addMask adds a row for the weight of each joint.
func (t *Tuner) addMask(rows workbench.Rows, d *document, p *part) {
	mask := d.mask(p.name)
	if mask == nil {
		return
	}
	for j := range mask.Skeleton().Len() {
		name := mask.Skeleton().JointName(j)
		rows.Slider("weight "+name, name, float64(mask.Weight(j)), 0, 1, 0, func(x float64) error {
			return t.setWeight(d, p, name, x)
		})
	}
}

// setWeight sets the weight of a joint, by the last step of a mask, or a new one after all others.
func (t *Tuner) setWeight(d *document, p *part, joint string, weight float64) error {
	return t.edit(d, "weight "+joint, func(root *value) {
		mask := root.at(p.at)
		if mask.kind != jsontree.Array {
			only := *mask
			only.name = ""
			mask.kind, mask.items = jsontree.Array, []*value{&only}
		}
		for i := len(mask.items) - 1; i >= 0; i-- { // steps for single joints at the end are in any order
			step := mask.items[i]
			joints := step.list("joints")
			if len(joints) != 1 || step.member("invert") != nil {
				break
			}
			if text, _ := jsontree.Value(joints[0].text).Text(); text == joint {
				step.set("weight", numberValue(rounded(weight, 1)))
				return
			}
		}
		step := objectValue()
		step.set("joints", arrayValue(stringValue(joint)))
		step.set("weight", numberValue(rounded(weight, 1)))
		mask.items = append(mask.items, step)
	})
}
