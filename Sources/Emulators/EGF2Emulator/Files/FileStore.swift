import GhostlightCore
import GhostlightEmulation

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
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    for member in try reader.members() { uploads[member.key] = try Upload(member.reader) }
  }
}
