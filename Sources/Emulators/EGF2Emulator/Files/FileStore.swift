import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The contents of uploaded files (A12).
struct FileStore: Sendable {
  /// The path with which all addresses begin.
  static let folder = "/bucket/"

  private var uploads = KeyedStore<Upload>()

  init() {}

  subscript(key: String) -> Upload? {
    get { uploads[key] }
    set { uploads[key] = newValue }
  }

  /// Returns the upload at an address, which is that of a file or of one of its sizes.
  func upload(at path: String) -> Upload? {
    if let upload = uploads[path] { return upload }
    guard let dash = path.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let size = String(path[path.utf8.index(after: dash)...])
    return uploads[String(path[..<dash])].flatMap { $0.sizes.contains(size) ? $0 : nil }
  }

  /// Returns the key in the address of an emulated file; `nil` for any other address.
  static func key(ofURL url: String) -> String? {
    // The last occurrence counts, because a namespace in the address may have the same name as the
    // folder.
    guard let range = url.ranges(of: folder).last else { return nil }
    return String(url[range.upperBound...])
  }

  /// The contents as a snapshot contains them.
  var snapshot: JSON {
    var json = JSONObject()
    for key in uploads.keys.sorted() { json[key] = uploads[key]?.snapshot }
    return .object(json)
  }

  /// Creates the store from what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    for member in try reader.members() { uploads[member.key] = try Upload(member.reader) }
  }
}

/// A place for the content of a file, and the content after the upload (A12).
struct Upload: Sendable {
  /// The number of seconds during which the content can be uploaded.
  static let lifetimeSeconds: Int64 = 900

  /// The content type that the upload must have.
  let contentType: String
  /// The proof that the service has created the address.
  let signature: String
  /// The time from which on no upload is accepted, in milliseconds since 1970.
  let end: Int64
  /// The id of the file.
  let file: String
  var bytes: [UInt8]?
  /// The sizes that the service has created, as they end the address: `400x300`.
  var sizes: [String] = []

  init(contentType: String, signature: String, file: String, at moment: Moment) {
    self.contentType = contentType
    self.signature = signature
    self.file = file
    end = moment.milliseconds + Self.lifetimeSeconds * 1000
  }

  /// The upload as a snapshot contains it.
  var snapshot: JSON {
    var json: JSONObject = [
      "mime_type": .string(contentType), "signature": .string(signature), "end": .integer(end),
      "file": .string(file), "sizes": .array(sizes.map(JSON.string)),
    ]
    if let bytes { json["bytes"] = .string(Base64.encode(bytes)) }
    return .object(json)
  }

  /// Creates the upload from what ``snapshot`` wrote.
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
