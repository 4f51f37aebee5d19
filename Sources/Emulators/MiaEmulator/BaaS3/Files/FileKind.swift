/// The extension of a file's name, which decides the type (B7).
struct FileKind: Sendable, Hashable {
  /// Letters and digits after the last dot, or `nil`.
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

  /// What a download says it is.
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
