import GhostlightCore

/// A part of a `multipart/form-data` body.
struct MultipartPart: Sendable, Equatable {
  /// The field's name.
  var name: String
  /// The file's name, where the part is a file.
  var fileName: String?
  /// What the part says it is.
  var contentType: String?
  /// The bytes.
  var content: [UInt8]
}
