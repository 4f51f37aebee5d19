import GhostlightCore
import Testing

/// A request that one route serves.
struct RouteRow: Sendable, CustomTestStringConvertible {
  /// Who signs a request.
  enum Signer { case nobody, jack, privateKey }

  let title: String
  let method: String
  let target: String
  let body: String
  let signer: Signer

  var testDescription: String { title }

  init(
    _ title: String, _ method: String, _ target: String, _ body: String = "",
    signer: Signer = .nobody
  ) {
    (self.title, self.method, self.target) = (title, method, target)
    (self.body, self.signer) = (body, signer)
  }

  func request(_ world: World) -> Request {
    let form = body.replacing("{refresh}", with: world.tokens.refresh)
    let request = world.app.request(method, target, form)
    switch signer {
    case .nobody: return request
    case .jack: return request.signed(with: world.tokens.credentials)
    case .privateKey: return request.signed(with: world.app.keys)
    }
  }

  static let all = [
    RouteRow("Preflight of the root", "OPTIONS", "/"),
    RouteRow("Preflight", "OPTIONS", "/todo/1"),
    RouteRow("Availability", "GET", "/"),
    RouteRow("List the schemas", "GET", "/listapi"),
    RouteRow("List the schemas by POST", "POST", "/listapi"),
    RouteRow("Login", "POST", "/user/accessToken", "username=jack&password=pw"),
    RouteRow("Login by query", "GET", "/user/accessToken?username=jack&password=pw"),
    RouteRow("Refresh", "POST", "/user/refreshToken", "refresh_token={refresh}"),
    RouteRow("Who am I", "GET", "/user/loggedInUser", signer: .jack),
    RouteRow("Logout", "GET", "/user/logout", signer: .jack),
    RouteRow("OAuth1 login", "GET", "/user/login?username=jack&password=pw", signer: .privateKey),
    RouteRow(
      "Change password", "POST", "/user/resetPassword",
      #"{"old":{"password":"pw"},"new":{"password":"x"}}"#, signer: .jack),
    RouteRow("Forgot password", "POST", "/user/forgotPassword", #"{"username":"jack"}"#),
    RouteRow("Forgot password by query", "GET", "/user/forgotPassword?username=jack"),
    RouteRow("Create", "POST", "/todo", #"{"title":"y"}"#),
    RouteRow("Query", "GET", "/todo?title=x&at[near]=1,2"),
    RouteRow("Read one", "GET", "/todo/1"),
    RouteRow("Update", "PUT", "/todo/1", #"{"title":"y","n[inc]":1}"#),
    RouteRow("Update by the id in the body", "PUT", "/todo", #"{"todo_id":"1"}"#),
    RouteRow("Delete", "DELETE", "/todo/1"),
    RouteRow("Delete by query", "DELETE", "/todo?[or1].n=2&[or1].[and1].title[in]=a,b"),
    RouteRow("Create and append related objects", "POST", "/user/jack/friends", "[{}]"),
    RouteRow("Append values or ids", "PUT", "/todo/1/tags", #"["b"]"#),
    RouteRow("Remove values or ids", "DELETE", "/todo/1/tags/a,b"),
  ]
}
