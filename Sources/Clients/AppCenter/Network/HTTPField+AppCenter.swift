import HTTPTypes

extension HTTPField.Name {
  /// Milliseconds until a request should be repeated.
  static let msRetryAfter: HTTPField.Name = {
    guard let name = HTTPField.Name("x-ms-retry-after-ms") else {
      preconditionFailure("it is a field name")
    }
    return name
  }()
}
