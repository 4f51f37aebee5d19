import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers of uploads and downloads (B7).
extension MiaBackend {
  /// Stores the uploaded file: the part named `file` of a multipart body.
  ///
  /// The file's name comes from the request path, not from the part.
  static func uploadFile(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try state.scope(of: .create, in: BaaSState.filesName, call)
    guard let parts = try MultipartBody.parts(of: call.request, within: call.budget) else {
      throw .baasNoFile.withReason("the body is not multipart/form-data, or it is damaged")
    }
    guard let part = parts.first(where: { $0.name == "file" }) else {
      throw .baasNoFile.withReason("the parts are: \(parts.map(\.name).joined(separator: ", "))")
    }
    let file = StoredFile(name: call["name"], content: part.content)
    let item = file.store(in: &state, root: call.request.linkBase, by: call.userID, &moment)
    return BaaSEnvelope.json(["id": item["file"] ?? .null])
  }

  /// Returns the contents of a file to any caller that knows its location.
  static func downloadFile(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let content = state.baas.contents[call["name"]] else { throw .baasNotFound }
    let type = FileKind(call["name"]).contentType
    return Response(.ok, headers: [.contentType: type], body: content)
  }
}

/// An uploaded file before it is stored (B7).
struct StoredFile: Sendable {
  /// The fields of the file's item that clients cannot change.
  static let serverFields = ["file", "size", "location"]

  /// The file name in the request path, which the client chose.
  let name: String
  let content: [UInt8]

  /// Stores the contents under a random name with the same extension, and returns the new item.
  func store(
    in state: inout MiaState, root: String, by userID: String, _ moment: inout Moment
  ) -> JSONObject {
    let kind = FileKind(name)
    let stored = moment.draw(.uuid, named: "file") + (kind.suffix.map { "." + $0 } ?? "")
    let id = moment.draw(.uuid, named: "item")
    let item: JSONObject = [
      "creatorId": .string(userID), "createdAt": 0, "updaterId": .string(userID), "updatedAt": 0,
      "sync": 0, "trash": 0,
      "name": .string(name), "file": .string(stored), "size": .integer(Int64(content.count)),
      "location": .string("\(root)/files/download/\(stored)"),
    ]
    state.baas.contents[stored] = content
    return state.baas
      .collections[BytewiseString(BaaSState.filesName), default: ItemCollection(indexing: ["file"])]
      .add(item, id: id, at: moment)
  }
}

/// The kind of a file, which the extension of its name determines (B7).
struct FileKind: Sendable, Hashable {
  /// The letters and digits after the last dot, or `nil` if there is no extension.
  let suffix: String?

  init(_ name: String) {
    guard let dot = name.lastIndex(of: ".") else {
      suffix = nil
      return
    }
    let text = name[name.index(after: dot)...]
    let isPlain = text.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    suffix = isPlain && (1...16).contains(text.utf8.count) ? String(text) : nil
  }

  /// The content type of a response with a file of this kind.
  var contentType: String {
    suffix.flatMap { Self.types[$0.lowercased()] } ?? "application/octet-stream"
  }

  private static let types = [
    "avi": "video/x-msvideo", "bmp": "image/bmp", "css": "text/css", "csv": "text/csv",
    "doc": "application/msword", "gif": "image/gif", "htm": "text/html", "html": "text/html",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "application/javascript",
    "json": "application/json", "m4a": "audio/mp4", "mov": "video/quicktime",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg", "ogg": "audio/ogg",
    "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml", "tif": "image/tiff",
    "tiff": "image/tiff", "txt": "text/plain", "wav": "audio/wav", "webp": "image/webp",
    "xml": "application/xml", "zip": "application/zip",
  ]
}
