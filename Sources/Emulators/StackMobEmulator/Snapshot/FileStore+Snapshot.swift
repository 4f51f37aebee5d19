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

  /// Reads what ``snapshot`` wrote, where the files of an object stand one after another.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    var entries: [Entry] = []
    for element in try reader.elements() {
      let entry = try Entry(element)
      if let last = entries.last,
        !(last.schema.isExactly(entry.schema) && last.id.isExactly(entry.id))
      {
        add(entries)
        entries = []
      }
      entries.append(entry)
    }
    add(entries)
  }
}

extension FileStore.Entry {
  fileprivate init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    let text = try reader.member("bytes")
    guard let bytes = Base64.decode(try text.string()) else { throw text.problem("is no base64") }
    self.init(
      schema: try reader.member("schema").string(), id: try reader.member("id").string(),
      field: try reader.member("field").string(),
      file: BinaryFile(
        name: try reader.member("name").string(),
        contentType: try reader.member("contentType").string(), bytes: bytes))
  }
}
