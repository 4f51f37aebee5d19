/// An `Authorization` header field made of attributes: `Scheme a="1",b="2"`.
package struct AuthorizationHeader: Sendable, Hashable {
  /// The attributes in the order sent, no name twice.
  package var attributes: [AuthorizationAttribute]

  /// Reads a field of the given scheme, whose name may be in any case.
  ///
  /// Spaces and tabs around commas and equal signs are skipped. A value runs to the next double
  /// quote; there are no backslash escapes.
  ///
  /// - Throws: `otherScheme`, `malformed`, `repeated`.
  package init(parsing field: String, scheme: String) throws(AuthorizationHeaderError) {
    var reader = AuthorizationHeaderReader(field)
    guard reader.takeScheme(scheme) else { throw .otherScheme(expected: scheme) }
    attributes = []
    while !reader.isAtEnd {
      if !attributes.isEmpty { try reader.takeComma() }
      let attribute = try reader.takeAttribute()
      guard value(of: attribute.name) == nil else { throw .repeated(attribute.name) }
      guard attributes.count < Self.limit else { throw .malformed(offset: reader.offset) }
      attributes.append(attribute)
    }
  }

  /// The value of an attribute as written, nil when it is not given.
  package func value(of name: String) -> String? {
    for attribute in attributes where attribute.name == name {
      return attribute.value
    }
    return nil
  }

  /// The value of an attribute that must be there.
  ///
  /// - Throws: `missing`.
  package func required(_ name: String) throws(AuthorizationHeaderError) -> String {
    guard let value = value(of: name) else { throw .missing(name) }
    return value
  }

  /// More attributes than any scheme knows are an attack on the search for repeated names.
  private static let limit = 32
}
