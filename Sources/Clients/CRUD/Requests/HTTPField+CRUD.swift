import HTTPTypes

/// The header fields that the service has for itself.
///
/// - Source: protocol reference A.1.
extension HTTPField.Name {
  static let secret = vendor("secret")
  static let sid = vendor("sid")

  private static func vendor(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
    return name
  }
}
