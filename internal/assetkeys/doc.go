// Package assetkeys is the table of the keys of a library's assets, and what translates IDs by it.
//
// IDs are numbers that a library gives out in the order of loading. Whatever outlives a library, or
// leaves its process, names assets by their keys instead: snapshots, recordings, hashes, JSON.
//
//   - [Kind] is a kind of ID; [KindOf] finds it by the type of a field.
//   - [Entry] is an asset with its key, [Table] those of a library at one moment.
//   - [Mapper] translates the IDs in encoded data, in place: [Mapper.BeginSave] to numbers of a
//     list of the assets that were met, [Mapper.AppendList] appends this list,
//     [Mapper.BeginRestore] reads it and translates back, [Mapper.BeginHash] translates to a part
//     of the keys.
//
// The numbers count assets in the order in which the data name them, so that bytes do not depend on
// IDs, nor on assets that are not used.
package assetkeys
