import Foundation

/// A body of one part, named `file`.
///
/// - Source: protocol reference B.7.
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

  /// The type that goes with the extension of a name.
  static func type(of name: String) -> String {
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
