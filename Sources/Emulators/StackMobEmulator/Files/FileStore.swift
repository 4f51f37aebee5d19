import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The files of all objects' binary fields (A17).
///
/// A file is removed when its field gets another file, and when its object is removed.
///
/// - Source: assumption: it is not known how long the real store kept files.
struct FileStore: Sendable {
  /// A file with the names of its schema, object and field.
  struct Entry: Sendable, Hashable {
    let schema: String
    let id: String
    let field: String
    let file: BinaryFile
  }

  /// The files of each object, keyed by schema and id.
  private var objects = KeyedStore<[Entry]>()

  /// Returns the key of an object's files.
  ///
  /// A schema name does not contain a slash, so each object has a different key.
  private static func key(_ schema: String, _ id: String) -> String { "\(schema)/\(id)" }

  func file(of field: String, _ id: String, in schema: String) -> BinaryFile? {
    for entry in objects[Self.key(schema, id)] ?? [] where entry.field.isExactly(field) {
      return entry.file
    }
    return nil
  }

  /// Adds files of one object.
  ///
  /// Each file replaces the previous file of its field.
  mutating func add(_ entries: [Entry]) {
    guard let entry = entries.first else { return }
    let key = Self.key(entry.schema, entry.id)
    let fields = Set(entries.map { BytewiseString($0.field) })
    let others = (objects[key] ?? []).filter { !fields.contains(BytewiseString($0.field)) }
    objects[key] = others + entries
  }

  func count(of id: String, in schema: String) -> Int { objects[Self.key(schema, id)]?.count ?? 0 }

  var count: Int { objects.keys.reduce(0) { $0 + (objects[$1]?.count ?? 0) } }

  mutating func removeAll(of id: String, in schema: String) { objects[Self.key(schema, id)] = nil }

  /// All files, sorted by schema and id.
  var all: [Entry] { objects.keys.sortedByBytes.flatMap { objects[$0] ?? [] } }
}

/// The file that the URL in a binary field returns (A17).
struct BinaryFile: Sendable, Hashable {
  let name: String
  let contentType: String
  let bytes: [UInt8]
}

extension FileStore {
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

  /// Creates a store from a ``snapshot``.
  ///
  /// In a snapshot, all files of an object are next to each other.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
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
    guard let bytes = Base64.decode(try text.string()) else {
      throw text.error("is not valid base64")
    }
    self.init(
      schema: try reader.member("schema").string(), id: try reader.member("id").string(),
      field: try reader.member("field").string(),
      file: BinaryFile(
        name: try reader.member("name").string(),
        contentType: try reader.member("contentType").string(), bytes: bytes))
  }
}

/// The handler of the URLs in binary fields (A17): `GET /_s3/<bucket>/…`.
///
/// Keys and permissions are not checked: any client that knew an S3 URL could download the file.
extension StackMobBackend {
  /// The first path segment of all files' URLs.
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
  /// The name of the storage bucket in file URLs.
  var bucket: String { Self.bucket(configuration, isDevelopment: isDevelopment) }

  /// Returns the configured name, which is the same in both environments, or a default name for
  /// each environment.
  static func bucket(_ configuration: StackMobConfiguration, isDevelopment: Bool) -> String {
    if let bucket = configuration.binaryBucket { return bucket }
    return isDevelopment ? "ghostlight-development" : "ghostlight-production"
  }
}
