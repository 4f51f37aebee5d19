package import HTTPTypes

extension HTTPField.Name {
  /// A name that the caller knows to be one.
  package static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is a field name") }
    return field
  }
}
