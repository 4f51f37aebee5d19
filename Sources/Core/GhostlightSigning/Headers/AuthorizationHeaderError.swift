/// What is wrong with an `Authorization` header field; its description is for the client's author.
package enum AuthorizationHeaderError: Error, Hashable {
  /// The field is of another scheme.
  case otherScheme(expected: String)
  /// There is no `name="value"` where one should start, at this byte of the field.
  case malformed(offset: Int)
  /// An attribute is given twice.
  case repeated(String)
  /// An attribute is not given.
  case missing(String)
  /// An attribute's percent-encoding is broken.
  case badEscape(String)
  /// An attribute has a value that this scheme does not know.
  case unsupported(AuthorizationAttribute)
}

extension AuthorizationHeaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherScheme(let expected):
      "the Authorization field is not of the scheme \(expected)"
    case .malformed(let offset):
      "the Authorization field is malformed at byte \(offset): name=\"value\" pairs,"
        + " separated by commas, were expected"
    case .repeated(let name):
      "the Authorization field gives \(ReadableText.quote(name)) twice"
    case .missing(let name):
      "the Authorization field does not give \(ReadableText.quote(name))"
    case .badEscape(let name):
      "the Authorization field's \(ReadableText.quote(name)) is not percent-encoded UTF-8"
    case .unsupported(let attribute):
      "the Authorization field's \(ReadableText.quote(attribute.name)) cannot be"
        + " \(ReadableText.quote(attribute.value))"
    }
  }
}
