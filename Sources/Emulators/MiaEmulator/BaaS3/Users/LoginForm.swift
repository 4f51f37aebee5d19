import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Who wants to sign in: a form or JSON, with `email` or `username` and `password` (B6).
struct LoginForm: Sendable {
  private var email: String?
  private var name: String?
  /// The password; empty where none was sent, which is nobody's.
  private(set) var password = ""

  /// Reads a body; one that starts with a brace is JSON, whatever its content type.
  ///
  /// - Throws: That it is neither.
  init(_ call: Call) throws(Fault) {
    let body = call.request.body
    let type = call.request.headers.value(of: .contentType)?.lowercased() ?? ""
    if type.hasPrefix("application/json") || body.first == UInt8(ascii: "{") {
      let object = try ItemBody.object(call)
      email = object["email"]?.string
      name = object["username"]?.string
      password = object["password"]?.string ?? ""
      return
    }
    guard let fields = FormURLEncoding.parse(body) else {
      throw .baasBadBody.because("the form is malformed")
    }
    for field in fields {
      switch field.name {
      case "email": email = field.value
      case "username": name = field.value
      case "password": password = field.value
      default: break
      }
    }
  }

  /// The user that is meant, by email where one was sent.
  func user(in accounts: Accounts) -> JSONObject? {
    if let email { return accounts.users.first("email", email) }
    return name.flatMap { accounts.users.first("username", $0) }
  }
}
