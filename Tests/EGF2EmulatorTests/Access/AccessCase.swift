import Testing

/// Who asks for what of a note of Anna's, and what is answered.
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
