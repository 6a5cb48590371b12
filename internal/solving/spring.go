package solving

// SpringRate is how many substeps of springs there are in a second.
const SpringRate = 60
