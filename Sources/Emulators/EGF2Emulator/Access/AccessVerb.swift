/// What a rule is about: a request's method, or making a link (A6).
enum AccessVerb: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case link = "LINK"
  case delete = "DELETE"
}
