import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

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
    let fields = Set(entries.map { BytewiseString($0.field) })
    let others = (objects[key] ?? []).filter { !fields.contains(BytewiseString($0.field)) }
    objects[key] = others + entries
  }

  /// How many files an object has.
  func count(of id: String, in schema: String) -> Int { objects[Self.key(schema, id)]?.count ?? 0 }

  /// How many files there are.
  var count: Int { objects.keys.reduce(0) { $0 + (objects[$1]?.count ?? 0) } }

  /// Takes out the files of an object.
  mutating func removeAll(of id: String, in schema: String) { objects[Self.key(schema, id)] = nil }

  /// All files, by schema and id.
  var all: [Entry] { objects.keys.sortedByBytes.flatMap { objects[$0] ?? [] } }
}

/// What a binary field's URL serves (A17).
struct BinaryFile: Sendable, Hashable {
  let name: String
  let contentType: String
  let bytes: [UInt8]
}

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
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
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
  fileprivate init(_ reader: SnapshotReader) throws(SnapshotError) {
    let text = try reader.member("bytes")
    guard let bytes = Base64.decode(try text.string()) else { throw text.error("is no base64") }
    self.init(
      schema: try reader.member("schema").string(), id: try reader.member("id").string(),
      field: try reader.member("field").string(),
      file: BinaryFile(
        name: try reader.member("name").string(),
        contentType: try reader.member("contentType").string(), bytes: bytes))
  }
}

/// The object store behind the URLs of binary fields (A17): `GET /_s3/<bucket>/…`.
///
/// It asks for no key and looks at no permission, as whoever knew an S3 URL could load it.
extension StackMobBackend {
  /// The first segment of the store's paths.
  static let fileSegment = "_s3"

  static func serveFile(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard call["bucket"].isExactly(state.bucket),
      let file = state.files.file(of: call["field"], call["id"], in: call["schema"]),
      file.name.isExactly(call["filename"])
    else { throw .fileMissing }
    var response = Response(.ok, body: file.bytes)
    response.headers[.contentType] = file.contentType
    return response
  }
}

extension StackMobState {
  /// The store of each environment is its own.
  var bucket: String { Self.bucket(configuration, isDevelopment: isDevelopment) }

  static func bucket(_ configuration: StackMobConfiguration, isDevelopment: Bool) -> String {
    bucket(named: configuration.binaryBucket, isDevelopment: isDevelopment)
  }

  static func bucket(named name: String, isDevelopment: Bool) -> String {
    name + (isDevelopment ? "-development" : "-production")
  }
}
