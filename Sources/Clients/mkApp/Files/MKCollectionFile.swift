public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A file of the backend: named bytes that are too large for a field.
///
/// Create it with a name and data, and save it. To refer to the file, store its
/// ``MKCollection/collectionId`` in a field of another object; the server stores the bytes under
/// that id. Every save uploads the bytes again and gets a new id. The bytes are downloaded only by
/// `loadData`.
///
/// ```swift
/// import Foundation
/// import mkApp
///
/// let file = MKCollectionFile(name: "notes.txt", data: Data("Hello".utf8))
/// try await file.save()
/// let again = MKCollectionFile.file(withId: file.collectionId ?? "")
/// let data: Data = try await again.loadData()
/// print(data.count)
/// ```
///
/// - Source: protocol reference C4, B7.
public final class MKCollectionFile: MKCollection {
  nonisolated private let content: Mutex<Data?>
  nonisolated private let givenName: String

  /// Creates a file to upload.
  ///
  /// The MIME type is derived from the extension of the name.
  nonisolated public convenience init(name: String, data: Data?) {
    self.init(name: name, data: data, in: .current)
  }

  /// Creates a file that has no bytes yet, or returns `nil` if the name is empty.
  nonisolated public required convenience init?(name: String) {
    guard !name.isEmpty else { return nil }
    self.init(name: name, data: nil)
  }

  nonisolated init(name: String, data: Data? = nil, in instance: MKAppInstance) {
    givenName = name
    content = Mutex(data)
    super.init(of: "files", in: instance)
  }

  nonisolated convenience init(id: String, in instance: MKAppInstance) {
    self.init(name: "", in: instance)
    collectionId = id
  }

  /// Creates a file from its id, which is usually stored in a field of another object.
  ///
  /// Nothing is downloaded until `loadData` is called.
  nonisolated public static func file(withId id: String) -> MKCollectionFile {
    MKCollectionFile(id: id, in: .current)
  }

  /// The name with which the file was created or uploaded.
  nonisolated public var name: String { object(forKey: "name") as? String ?? givenName }
  /// The file's bytes; `nil` until they are set or downloaded.
  nonisolated public var data: Data? { content.withLock { $0 } }
  /// The URL of the bytes; `nil` until the server has sent it.
  nonisolated public var location: String? { object(forKey: "location") as? String }

  nonisolated override func sendSave() async throws(MKError) {
    let (name, data) = (name, data)
    guard !name.isEmpty else {
      throw MKError(.nullFileName, message: "The file has no name; set one with an extension.")
    }
    guard let data, !data.isEmpty else {
      throw MKError(.nullFileSize, message: "The file has no bytes; set its data.")
    }
    let form = MultipartForm(
      boundary: "mkApp-" + instance.environment.makeIdentifier(), fileName: name, content: data)
    let draft = RequestDraft(.post, "files", name).sending(form.bytes, as: form.contentType)
    guard let id = try await instance.object(draft)["id"]?.string else {
      throw MKError(.invalidResponse, message: "The server's response has no id.")
    }
    collectionId = id
    try await sendRefresh()
  }

  nonisolated override func sendRefresh() async throws(MKError) {
    let id = try knownID()
    let draft = RequestDraft(.get, "files", isFolder: true).asking(["file": .string(id)])
    guard let item = try await instance.objects(draft).first else {
      throw MKError(.unknownFileName, message: "The server does not have the file \"\(id)\".")
    }
    replace(with: item)
  }

  nonisolated override func sendDelete() async throws(MKError) {
    _ = try await instance.send(RequestDraft(.delete, "files", try knownID()))
    state.withLock { $0.forgetItem() }
  }

  nonisolated override func replace(with item: JSONObject) {
    super.replace(with: item)
    if let file = item["file"]?.string { collectionId = file }
  }

  nonisolated func sendLoad() async throws(MKError) -> Data {
    if location == nil {
      guard collectionId != nil else {
        throw MKError(.nullFileUrl, message: "The file has not been saved; save it first.")
      }
      try await sendRefresh()
    }
    let bytes = Data(try await instance.download(location ?? ""))
    content.withLock { $0 = bytes }
    return bytes
  }
}

extension MKAppInstance {
  /// Downloads the bytes at a URL.
  ///
  /// The URL can belong to any host, so neither the secret nor the session is sent.
  func download(_ location: String) async throws(MKError) -> [UInt8] {
    guard let address = Endpoint(location), address.target.hasPrefix("/") else {
      throw MKError(
        .nullFileUrl, message: "The file's location \"\(location)\" is not a valid URL.")
    }
    let response = try await deliver(
      Request(
        .get, RequestTarget(address.target), scheme: address.scheme,
        authority: address.authority))
    guard response.status.code < 400 else { throw MKError(response) }
    return response.body
  }
}

/// A multipart form body with one part, which is named `file`.
///
/// - Source: protocol reference B7.
struct MultipartForm {
  var boundary: String
  var fileName: String
  var content: Data

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  var bytes: [UInt8] {
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(quoted)\"\r\n"
      + "Content-Type: \(Self.type(of: fileName))\r\n\r\n"
    return Array(head.utf8) + content + Array("\r\n--\(boundary)--\r\n".utf8)
  }

  private var quoted: String {
    fileName.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// Returns the MIME type for a file name's extension.
  private static func type(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last else { return "application/octet-stream" }
    return types[ending.lowercased()] ?? "application/octet-stream"
  }

  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "pdf": "application/pdf",
    "txt": "text/plain", "csv": "text/csv", "html": "text/html", "json": "application/json",
    "xml": "application/xml", "zip": "application/zip", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "mov": "video/quicktime",
  ]
}

nonisolated extension MKCollectionFile {
  /// Downloads the bytes and blocks the calling thread until they have arrived.
  ///
  /// - Throws: An ``MKError``: `nullFileUrl` if the file was never saved, otherwise the error of
  ///   the request.
  /// - Source: protocol reference C4.
  public func loadData() throws -> Data {
    try instance.wait { () throws(MKError) in try await self.sendLoad() }
  }

  /// Downloads the bytes without blocking a thread.
  ///
  /// - Throws: An ``MKError``: `nullFileUrl` if the file was never saved, otherwise the error of
  ///   the request.
  /// - Source: protocol reference C4.
  public func loadData() async throws -> Data { try await sendLoad() }

  /// Downloads the bytes in the background, then calls the block.
  ///
  /// The block gets whether the download succeeded, the bytes, and the error.
  public func loadDataInBackground(
    _ block: @escaping (Bool, Data?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendLoad()
    } to: {
      block($0.error == nil, $0.value, $0.error)
    }
  }
}
