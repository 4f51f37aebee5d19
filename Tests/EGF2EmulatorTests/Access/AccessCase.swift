import Testing

/// A request for Anna's note by a certain caller, with the expected response.
struct AccessCase: Sendable, CustomTestStringConvertible {
  let who: String
  let method: String
  let status: Int
  let code: String

  init(_ who: String, _ method: String, _ status: Int, _ code: String = "") {
    self.who = who
    self.method = method
    self.status = status
    self.code = code
  }

  var testDescription: String { "\(method) by \(who) → \(status) \(code)" }
}
