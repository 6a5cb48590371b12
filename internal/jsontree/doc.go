// Package jsontree reads JSON for all readers of assets: values of a text, and a tree of them that
// knows where each one stands. Errors say what was expected, what was found and where. [Marshal]
// writes documents.
//
// Values are parts of a text. Nothing is built, which suits files of many megabytes:
//
//   - [ParseValue] checks a text and returns it as a [Value].
//   - [Value.Members] and [Value.Elements] iterate over an object and an array.
//   - [Value.Int], [Value.Float], [Value.Float32], [Value.Bool] and [Value.Text] decode scalars.
//   - [Value.Mismatch] is the error for a value of another form than expected.
//   - [Value.CountMembers] counts members of certain objects anywhere in a value.
//
// A tree suits documents that people write:
//
//   - [Read] and [Parse] return a [Document] of nodes. They limit size and depth, and refuse
//     members that are given twice.
//   - [Node] is a value with its line, its column in characters and its path, such as
//     layers[0].states[2].clip.
//   - [Document.Find] returns the node at a path.
//   - [Node.Expected], [UnknownMember] and [OneOf] describe what is wrong.
//   - [Decoder] decodes nodes into structs, and collects problems; [Get] returns one value.
//
// JSON does not distinguish integers from other numbers: 24, 24.0 and 2.4e1 are the same integer
// for [Value.Int].
//
// Names of members are compared byte by byte. encoding/json ignores case, but glTF does not.
package jsontree
