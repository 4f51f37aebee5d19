import GhostlightCore
import GhostlightEmulation
import HTTPTypes

@testable import EGF2Emulator

extension GraphRefusalRow {
  private static func nobody(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, token: String? = nil
  ) -> Request { GraphFixture.request(method, target, body, as: token) }

  private static let badJSON: Request = {
    var request = mark(.post, "/v1/graph")
    request.body = Array("{".utf8)
    return request
  }()

  static let general: [GraphRefusalRow] = [
    GraphRefusalRow(.resourceNotFound, nobody(.get, "/v1/foo?a=b"), "/v1/foo does not exist"),
    GraphRefusalRow(.resourceNotFound, nobody(.get, "/"), "/ does not exist"),
    GraphRefusalRow(
      .methodNotAllowed, nobody(.delete, "/v1/login"), "DELETE is not allowed"),
    GraphRefusalRow(.methodNotAllowed, nobody(.head, "/healthcheck"), "HEAD is not allowed"),
    GraphRefusalRow(.invalidContent, badJSON, "Invalid JSON: unexpected end at byte 1"),
    GraphRefusalRow(.unauthorized, nobody(.get, "/v1/graph/me")),
    GraphRefusalRow(.unauthorized, nobody(.get, "/v1/graph/x")),
    GraphRefusalRow(.unauthorized, nobody(.post, "/v1/graph", ["object_type": "moon"])),
    GraphRefusalRow(.tokenNotFound, nobody(.get, "/v1/graph/me", token: "x")),
    GraphRefusalRow(.tokenNotFound, nobody(.get, "/v1/graph/me", token: world.mark + "0")),
    GraphRefusalRow(.sessionExpired, mark(.get, "/v1/graph/me")).after(seconds: 3600),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/graph/x")),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/graph/me/moons")),
    GraphRefusalRow(.accessForbidden, mark(.post, "/v1/graph", ["object_type": "moon"])),
    GraphRefusalRow(.accessForbidden, mark(.post, "/v1/graph")),
    GraphRefusalRow(
      .accessForbidden, mark(.put, "/v1/graph/\(world.annaID)", ["name": ["given": "x"]])),
    GraphRefusalRow(
      .accessForbidden, mark(.put, "/v1/graph/\(GraphFixture.nothing)", ["text": "xx"])),
  ]

  private static func register(_ name: String, _ value: JSON?) -> Request {
    var body: JSONObject = [
      "first_name": "Carl", "last_name": "Lee", "email": "carl@example.com",
      "date_of_birth": "1990-01-01", "password": "secret",
    ]
    body[name] = value
    return nobody(.post, "/v1/register", .object(body))
  }

  private static func change(_ body: JSON, token: String? = world.mark) -> Request {
    nobody(.post, "/v1/change_password", body, token: token)
  }

  private static func missed(_ name: String) -> String {
    "required parameter \"\(name)\" is missed"
  }

  private static func resend(_ token: String? = world.mark) -> Request {
    nobody(.post, "/v1/resend_email_verification", token: token)
  }

  private static let passwords: JSON = ["old_password": "x", "new_password": "y"]

  static let auth: [GraphRefusalRow] = [
    GraphRefusalRow(.missingParameter, nobody(.post, "/v1/register", [:]), missed("email")),
    GraphRefusalRow(.missingParameter, register("password", ""), missed("password")),
    GraphRefusalRow(.missingParameter, register("password", 7), missed("password")),
    GraphRefusalRow(.missingParameter, register("last_name", nil), missed("last_name")),
    GraphRefusalRow(.missingParameter, register("date_of_birth", nil), missed("date_of_birth")),
    GraphRefusalRow(
      .invalidEmail, register("email", "Carl@x.com"), "'Carl@x.com' is not valid email"),
    GraphRefusalRow(.mustBe, register("date_of_birth", "soon"), "'date_of_birth' must be date"),
    GraphRefusalRow(
      .uniqueConstraintViolated, register("email", "mark@example.com"),
      "Unique constraint violated for 'user-email-mark@example.com'"),
    GraphRefusalRow(.sendEmailError, register("a", nil), "send email error: down")
      .after("mails cannot be sent", ["problem": "down"]),
    GraphRefusalRow(
      .missingParameter, nobody(.post, "/v1/login", ["email": 5, "password": "x"]),
      missed("email")),
    GraphRefusalRow(
      .wrongCredentials,
      nobody(.post, "/v1/login", ["email": "mark@example.com", "password": "x"])),
    GraphRefusalRow(
      .wrongCredentials,
      nobody(.post, "/v1/login", ["email": "nobody@example.com", "password": "password"])),
    GraphRefusalRow(.missingParameter, nobody(.get, "/v1/verify_email?token="), missed("token")),
    GraphRefusalRow(.tokenNotFound, nobody(.get, "/v1/verify_email?token=a%7Cb")),
    GraphRefusalRow(.tokenNotFound, nobody(.get, "/v1/internal/session?token=x")),
    GraphRefusalRow(
      .sessionExpired,
      nobody(.get, "/v1/internal/session?token=" + PercentEncoding.encode(world.mark))
    ).after(seconds: 3600),
    GraphRefusalRow(.unauthorizedDenied, resend(nil)),
    GraphRefusalRow(.tokenNotFound, resend("garbage")),
    GraphRefusalRow(.invalidAccessToken, resend(world.mark + "0")),
    GraphRefusalRow(.sessionExpired, resend()).after(seconds: 3601),
    GraphRefusalRow(.emailAlreadyVerified, resend())
      .after("user exists", ["email": "mark@example.com", "verified": true]),
    GraphRefusalRow(.sendEmailError, resend(), "send email error: full")
      .after("mails cannot be sent", ["problem": "full"]),
    GraphRefusalRow(.missingParameter, nobody(.get, "/v1/forgot_password"), missed("email")),
    GraphRefusalRow(.emailNotFound, nobody(.get, "/v1/forgot_password?email=a")),
    GraphRefusalRow(
      .sendInstructionEmailError, nobody(.get, "/v1/forgot_password?email=mark@example.com"),
      "send instruction email error: down"
    ).after("mails cannot be sent", ["problem": "down"]),
    GraphRefusalRow(
      .missingParameter, nobody(.post, "/v1/reset_password?reset_token=a", [:]),
      missed("new_password")),
    GraphRefusalRow(
      .tokenNotFound,
      nobody(.post, "/v1/reset_password", ["reset_token": "a|b", "new_password": "x"])),
    GraphRefusalRow(.unauthorizedDenied, change(passwords, token: nil)),
    GraphRefusalRow(.missingParameter, change([:]), missed("old_password")),
    GraphRefusalRow(.missingParameter, change(["old_password": "x"]), missed("new_password")),
    GraphRefusalRow(.tokenNotFound, change(passwords, token: world.mark + "0")),
    GraphRefusalRow(.sessionExpired, change(passwords)).after(seconds: 3600),
    GraphRefusalRow(.wrongOldPassword, change(passwords)),
  ]
}
