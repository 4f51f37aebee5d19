package import HTTPTypes

extension HTTPField.Name {
  /// `x-ms-date`, which signatures cover.
  package static let msDate: HTTPField.Name = {
    guard let name = HTTPField.Name("x-ms-date") else { preconditionFailure("it is a field name") }
    return name
  }()
}
