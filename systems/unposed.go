package systems

// The block systems of this package implement posestore.KeepsInColumns: of what they do nothing lasts
// but palettes, morph weights, and what characters keep in columns of the pose store.

// KeepsInColumns implements posestore.KeepsInColumns.
func (sampleClipsSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (inertializeSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (blendRagdollsSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (modifyPosesSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (localToModelSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (buildPalettesSystem) KeepsInColumns() {}

// KeepsInColumns implements posestore.KeepsInColumns.
func (localToPalettes) KeepsInColumns() {}
