/// One part of a multipart body.
struct MultipartPart {
  /// The `name` of its `Content-Disposition`.
  var name: String?
  /// Its `Content-Type`.
  var type: String?
  /// Where its content stands in the body.
  var content: Range<Int>
}
