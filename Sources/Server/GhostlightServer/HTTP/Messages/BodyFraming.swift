/// How a response says where its body ends.
enum BodyFraming {
  /// `Content-Length`.
  case length
  /// `Transfer-Encoding: chunked`.
  case chunked
}
