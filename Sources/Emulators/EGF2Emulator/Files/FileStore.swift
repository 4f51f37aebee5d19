import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The contents of uploaded files, keyed by path (A12).
struct FileStore: Sendable {
  /// The start of the paths of all files.
  static let folder = "/bucket/"

  private var uploads = KeyedStore<Upload>()

  init() {}

  subscript(key: String) -> Upload? {
    get { uploads[key] }
    set { uploads[key] = newValue }
  }

  /// Returns the upload at `path`, which is the path of a file or of one of the file's image sizes.
  func upload(at path: String) -> Upload? {
    if let upload = uploads[path] { return upload }
    guard let dash = path.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let size = String(path[path.utf8.index(after: dash)...])
    return uploads[String(path[..<dash])].flatMap { $0.sizes.contains(size) ? $0 : nil }
  }

  /// Returns the key in the URL of an emulated file; `nil` for any other URL.
  static func key(ofURL url: String) -> String? {
    // The last occurrence is used, because the URL can contain a namespace with the same name as
    // the folder.
    guard let range = url.ranges(of: folder).last else { return nil }
    return String(url[range.upperBound...])
  }

  var snapshot: JSON {
    var json = JSONObject()
    for key in uploads.keys.sorted() { json[key] = uploads[key]?.snapshot }
    return .object(json)
  }

  /// Creates the store from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    for member in try reader.members() { uploads[member.key] = try Upload(member.reader) }
  }
}

/// The upload of a file: the conditions for the upload and, after it, the contents (A12).
struct Upload: Sendable {
  /// The number of seconds in which the contents can be uploaded.
  static let lifetimeSeconds: Int64 = 900

  /// The content type that the upload must have.
  let contentType: String
  /// The secret in the upload's URL, which shows that the service has created the URL.
  let signature: String
  /// The time after which the upload is refused, in milliseconds since 1970.
  let end: Int64
  /// The id of the file object.
  let file: String
  var bytes: [UInt8]?
  /// The image sizes that the service has created, in the form in which URLs end with them:
  /// `400x300`.
  var sizes: [String] = []

  init(contentType: String, signature: String, file: String, at moment: Moment) {
    self.contentType = contentType
    self.signature = signature
    self.file = file
    end = moment.milliseconds + Self.lifetimeSeconds * 1000
  }

  var snapshot: JSON {
    var json: JSONObject = [
      "mime_type": .string(contentType), "signature": .string(signature), "end": .integer(end),
      "file": .string(file), "sizes": .array(sizes.map(JSON.string)),
    ]
    if let bytes { json["bytes"] = .string(Base64.encode(bytes)) }
    return .object(json)
  }

  /// Creates the upload from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    contentType = try reader.member("mime_type").string()
    signature = try reader.member("signature").string()
    end = try reader.member("end").integer()
    file = try reader.member("file").string()
    for size in try reader.member("sizes").elements() { sizes.append(try size.string()) }
    guard let text = reader.optional("bytes") else { return }
    guard let decoded = Base64.decode(try text.string()) else {
      throw text.error("is not valid base64")
    }
    bytes = decoded
  }
}
