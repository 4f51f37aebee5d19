import GhostlightEmulation

/// The files of binary fields, each found by its object and field (A17).
///
/// A file goes when its field gets another, and with its object.
///
/// - Source: assumption: no source says how long the real store kept files.
struct FileStore: Sendable {
  /// A file with its place.
  struct Entry: Sendable, Hashable {
    let schema: String
    let id: String
    let field: String
    let file: BinaryFile
  }

  /// By schema and id, then field.
  private var objects = KeyedStore<[Entry]>()

  /// A schema's name has no slash, so that the key is one object's.
  private static func key(_ schema: String, _ id: String) -> String { "\(schema)/\(id)" }

  func file(of field: String, _ id: String, in schema: String) -> BinaryFile? {
    for entry in objects[Self.key(schema, id)] ?? [] where entry.field == field {
      return entry.file
    }
    return nil
  }

  mutating func add(_ entry: Entry) {
    let key = Self.key(entry.schema, entry.id)
    let others = (objects[key] ?? []).filter { $0.field != entry.field }
    objects[key] = others + [entry]
  }

  /// Takes out the files of an object.
  mutating func removeAll(of id: String, in schema: String) { objects[Self.key(schema, id)] = nil }

  /// All files, by schema and id.
  var all: [Entry] { objects.keys.sorted().flatMap { objects[$0] ?? [] } }
}
