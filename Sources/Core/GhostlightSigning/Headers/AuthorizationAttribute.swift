/// One `name="value"` of an `Authorization` header field, as written between the quotes.
package struct AuthorizationAttribute: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
