// Package posecount is an example for contributors: a component with state of its own, [Component],
// whose column of the pose store counts the frames that posed a character and remembers where its
// root was. Tests use it; no program does.
//
// A real one touches five files:
//
//   - components/NAME.go has the component, and beside it its row, here componentRow;
//   - components/table.go lists the row; here init adds it;
//   - internal/column/column.go names the column, here ID;
//   - systems/internal/NAME/NAME.go has the column and what the systems do with it, here
//     posecount.go;
//   - systems/animation.go lists the column and its system.
//
// TestEveryComponentHasARow, TestRowsContainEveryField and TestEveryColumnIsListed fail if one is
// forgotten.
package posecount
