import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// A request for a route, which is sent to the backend ``GraphRouteRow/prepared``.
struct GraphRouteRow: Sendable, CustomTestStringConvertible {
  let title: String
  let request: Request

  init(_ title: String, _ request: Request) {
    self.title = title
    self.request = request
  }

  var testDescription: String { title }

  private static let world = GraphFixture.world

  /// Returns a request that Mark sends.
  static func mark(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil
  ) -> Request {
    GraphFixture.request(method, target, body, as: world.mark)
  }

  static let all: [GraphRouteRow] = auth + graph + search + files + events + preflights

  static let preflights = [
    GraphRouteRow("Preflight of the root", GraphFixture.request(.options, "/")),
    GraphRouteRow("Preflight", GraphFixture.request(.options, "/v1/graph/me")),
  ]

  static let auth: [GraphRouteRow] = [
    GraphRouteRow(
      "Register",
      GraphFixture.request(
        .post, "/v1/register",
        [
          "first_name": "Carl", "last_name": "Lee", "email": "carl@example.com",
          "date_of_birth": "1990-01-01", "password": "secret",
        ])),
    GraphRouteRow(
      "Login",
      GraphFixture.request(
        .post, "/v1/login", ["email": "mark@example.com", "password": "password"])),
    GraphRouteRow("Logout", mark(.get, "/v1/logout")),
    GraphRouteRow("Logout by POST", mark(.post, "/v1/logout")),
    GraphRouteRow(
      "Verify email", GraphFixture.request(.get, "/v1/verify_email?token=" + verifyToken)),
    GraphRouteRow("Resend email verification", mark(.post, "/v1/resend_email_verification")),
    GraphRouteRow(
      "Forgot password",
      GraphFixture.request(.get, "/v1/forgot_password?email=mark%40example.com")),
    GraphRouteRow(
      "Reset password",
      GraphFixture.request(
        .post, "/v1/reset_password",
        ["reset_token": .string(resetToken), "new_password": "other"])),
    GraphRouteRow(
      "Change password",
      mark(
        .post, "/v1/change_password", ["old_password": "password", "new_password": "other"])),
    GraphRouteRow(
      "Get session",
      GraphFixture.request(
        .get, "/v1/internal/session?token=" + PercentEncoding.encode(world.mark))),
    GraphRouteRow("Health check", GraphFixture.request(.get, "/healthcheck")),
  ]

  static let graph: [GraphRouteRow] = [
    GraphRouteRow(
      "Create object", mark(.post, "/v1/graph", ["object_type": "thing", "title": "box"])),
    GraphRouteRow("Get object", mark(.get, "/v1/graph/\(GraphFixture.post)?expand=creator")),
    GraphRouteRow(
      "Update object", mark(.put, "/v1/graph/\(GraphFixture.post)", ["text": "other"])),
    GraphRouteRow("Delete object", mark(.delete, "/v1/graph/\(GraphFixture.post)")),
    GraphRouteRow("Get edge", mark(.get, "/v1/graph/me/posts?count=1")),
    GraphRouteRow(
      "Get edge object", mark(.get, "/v1/graph/me/posts/\(GraphFixture.post)")),
    GraphRouteRow(
      "Create object on edge",
      mark(.post, "/v1/graph/me/posts", ["object_type": "post", "text": "new"])),
    GraphRouteRow("Create edge", mark(.post, "/v1/graph/me/follows/\(world.annaID)")),
    GraphRouteRow("Delete edge", mark(.delete, "/v1/graph/me/posts/\(GraphFixture.post)")),
  ]

  /// Mark's token for verifying the e-mail address, which the e-mail after his registration
  /// contained.
  private static var verifyToken: String {
    PercentEncoding.encode(secret("verify_token"))
  }

  /// Mark's token for resetting the password, which a provider state of ``prepared`` has created.
  static var resetToken: String { secret("reset_token", of: prepared) }

  /// The backend to which the rows' requests are sent.
  ///
  /// Mark has forgotten his password, and has a file with contents and a URL for another upload.
  static let prepared: GraphFixture = {
    var world = GraphFixture.world
    world.setUp("password forgotten", ["email": "mark@example.com"])
    world.setUp("file exists", ["user": .string(world.markID), "mime_type": "text/plain"])
    world.send(.get, "/v1/new_file?mime_type=text/plain", as: world.mark)
    return world
  }()

  private static func secret(_ name: String, of world: GraphFixture = world) -> String {
    let state = world.backend.state
    let system = state.record(world.markID)?["system"]?.string ?? ""
    return state.record(system)?[name]?.string ?? ""
  }
}
