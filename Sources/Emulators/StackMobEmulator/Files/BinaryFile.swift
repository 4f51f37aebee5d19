/// What a binary field's URL serves (A17).
struct BinaryFile: Sendable, Hashable {
  let name: String
  let contentType: String
  let bytes: [UInt8]
}
