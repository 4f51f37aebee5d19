import GhostlightCore
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
    for entry in objects[Self.key(schema, id)] ?? [] where entry.field.isExactly(field) {
      return entry.file
    }
    return nil
  }

  /// Adds files of one object, each in place of the one that its field had.
  mutating func add(_ entries: [Entry]) {
    guard let entry = entries.first else { return }
    let key = Self.key(entry.schema, entry.id)
    let fields = Set(entries.map { ExactText($0.field) })
    let others = (objects[key] ?? []).filter { !fields.contains(ExactText($0.field)) }
    objects[key] = others + entries
  }

  /// How many files an object has.
  func count(of id: String, in schema: String) -> Int { objects[Self.key(schema, id)]?.count ?? 0 }

  /// Takes out the files of an object.
  mutating func removeAll(of id: String, in schema: String) { objects[Self.key(schema, id)] = nil }

  /// All files, by schema and id.
  var all: [Entry] { objects.keys.sortedByBytes.flatMap { objects[$0] ?? [] } }
}
