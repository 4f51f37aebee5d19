import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The bytes of uploaded files (A12).
struct FileStore: Sendable {
  /// The path that all addresses begin with.
  static let folder = "/bucket/"

  private var uploads = KeyedStore<Upload>()

  init() {}

  /// The upload of a key.
  subscript(key: String) -> Upload? {
    get { uploads[key] }
    set { uploads[key] = newValue }
  }

  /// The upload that an address leads to: that of a file, or of one of its sizes.
  func upload(at path: String) -> Upload? {
    if let upload = uploads[path] { return upload }
    guard let dash = path.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let size = String(path[path.utf8.index(after: dash)...])
    return uploads[String(path[..<dash])].flatMap { $0.sizes.contains(size) ? $0 : nil }
  }

  /// The key in the address of one of our files; `nil` for an address elsewhere.
  static func key(ofURL url: String) -> String? {
    // The last one: a namespace that is part of the address may have the folder's name.
    guard let range = url.ranges(of: folder).last else { return nil }
    return String(url[range.upperBound...])
  }

  /// The bytes, as a snapshot holds them.
  var snapshot: JSON {
    var json = JSONObject()
    for key in uploads.keys.sorted() { json[key] = uploads[key]?.snapshot }
    return .object(json)
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    for member in try reader.members() { uploads[member.key] = try Upload(member.reader) }
  }
}

/// A place that a file's bytes may be put at, and the bytes once they are there (A12).
struct Upload: Sendable {
  /// Seconds that bytes are taken.
  static let lifetimeSeconds: Int64 = 900

  /// What the bytes have to say they are.
  let contentType: String
  /// What proves that the service gave the address away.
  let signature: String
  /// When the address ceases to take bytes, in milliseconds since 1970.
  let end: Int64
  /// The file that the bytes are of.
  let file: String
  var bytes: [UInt8]?
  /// The sizes that the service has made, as they end the address: `400x300`.
  var sizes: [String] = []

  init(contentType: String, signature: String, file: String, at moment: Moment) {
    self.contentType = contentType
    self.signature = signature
    self.file = file
    end = moment.milliseconds + Self.lifetimeSeconds * 1000
  }

  /// The upload, as a snapshot holds it.
  var snapshot: JSON {
    var json: JSONObject = [
      "mime_type": .string(contentType), "signature": .string(signature), "end": .integer(end),
      "file": .string(file), "sizes": .array(sizes.map(JSON.string)),
    ]
    if let bytes { json["bytes"] = .string(Base64.encode(bytes)) }
    return .object(json)
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    contentType = try reader.member("mime_type").string()
    signature = try reader.member("signature").string()
    end = try reader.member("end").integer()
    file = try reader.member("file").string()
    for size in try reader.member("sizes").elements() { sizes.append(try size.string()) }
    guard let text = reader.optional("bytes") else { return }
    guard let decoded = Base64.decode(try text.string()) else {
      throw text.error("is no base64")
    }
    bytes = decoded
  }
}
