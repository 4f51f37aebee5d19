import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

extension FileStore {
  /// The files with their bytes in base64.
  var snapshot: JSON {
    .array(
      all.map { entry in
        [
          "schema": .string(entry.schema),
          "id": .string(entry.id),
          "field": .string(entry.field),
          "name": .string(entry.file.name),
          "contentType": .string(entry.file.contentType),
          "bytes": .string(Base64.encode(entry.file.bytes)),
        ]
      })
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for entry in try reader.elements() {
      let text = try entry.member("bytes")
      guard let bytes = Base64.decode(try text.string()) else { throw text.problem("is no base64") }
      let file = BinaryFile(
        name: try entry.member("name").string(),
        contentType: try entry.member("contentType").string(), bytes: bytes)
      add(
        Entry(
          schema: try entry.member("schema").string(), id: try entry.member("id").string(),
          field: try entry.member("field").string(), file: file))
    }
  }
}
