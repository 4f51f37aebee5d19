import GhostlightCore
import GhostlightEmulation
import HTTPTypes

@testable import EGF2Emulator

/// The app of the vendor's guide, with three users: Mark has written a post, and Carl is an admin.
///
/// - Source: the edges from egf2-guide/client-data config.json, commit f617729; the rules from
///   egf2-guide/logic extra/, commit 62a8f92, and EGF2/docs _Guide.md, "Adding Logic", commit
///   3e4eaca.
struct GuideWorld: Sendable {
  var graph = GraphFixture(empty: EGF2Configuration())
  private var tokens: [String: String] = [:]
  /// The ids of the objects by the names that requests contain in braces.
  private(set) var ids = ["post": GraphFixture.post, "role": GuideWorld.role]
  /// The problem of the configuration; `nil` if it is valid.
  let problem: JSON?

  private static let role = "55555555-0000-4000-8000-000000000001-11"

  /// The changes of the example's graph: the edges that the rules fill, and the removal of a
  /// complaint, which the guide's app does not allow.
  static let changes: JSON = [
    "user": [
      "edges": [
        "timeline": ["contains": ["post"], "GET": "self"],
        "followers": ["contains": ["user"], "GET": "self"],
      ]
    ],
    "admin_role": [
      "edges": ["offending_posts": ["contains": ["post"], "GET": "self", "DELETE": "self"]]
    ],
    "post": ["edges": ["offended": ["DELETE": "registered_user"]]],
  ]

  /// The rules of the guide's app, in the order of its handlers.
  ///
  /// The guide's rule 4 removes the timeline's edges. The handler in the app deletes the post and
  /// removes it from the offending posts. The rules do both.
  static let rules: JSON = [
    ["on": "POST user/follows", "do": "dst/followers/src"],
    ["on": "DELETE user/follows", "do": "dst/followers/src"],
    ["on": "POST user/posts", "for": "src/followers", "do": "each/timeline/dst"],
    ["on": "DELETE user/posts", "for": "src/followers", "do": "each/timeline/dst"],
    ["on": "DELETE user/posts", "for": "admin_role", "do": "each/offending_posts/dst"],
    ["on": "DELETE user/posts", "do": "dst"],
    ["on": "POST post/offended", "for": "admin_role", "do": "each/offending_posts/src"],
    ["on": "DELETE post/offended", "for": "admin_role", "do": "each/offending_posts/src"],
  ]

  static let guide = GuideWorld()

  init(_ rules: JSON = GuideWorld.rules) {
    problem =
      graph.setUp(
        "graph is configured", ["changes": ["graph": Self.changes, "rules": rules]])["problem"]
    for name in ["mark", "anna", "carl"] {
      let email: JSON = .string("\(name)@example.com")
      graph.setUp("user exists", ["email": email])
      let session = graph.setUp("logged in", ["email": email])
      tokens[name] = session["token"]?.string
      ids[name] = session["userId"]?.string
    }
    graph.object([
      "object_type": "admin_role", "id": .string(Self.role), "user": .string(ids["carl"] ?? ""),
    ])
    graph.link(ids["carl"] ?? "", "roles", Self.role)
    graph.object([
      "object_type": "post", "id": .string(GraphFixture.post),
      "creator": .string(ids["mark"] ?? ""), "text": "first",
    ])
    graph.link(ids["mark"] ?? "", "posts", GraphFixture.post)
  }

  /// Returns a request by a user, with the ids for the names in braces in its path.
  ///
  /// A request that creates an object on an edge creates a post.
  func request(_ user: String, _ method: HTTPRequest.Method, _ path: String) -> Request {
    var target = path
    for (name, id) in ids { target = target.replacing("{\(name)}", with: id) }
    let body: JSON? =
      target.hasSuffix("/posts") && method == .post ? ["object_type": "post", "text": "new"] : nil
    return GraphFixture.request(method, "/v1/graph/" + target, body, as: tokens[user])
  }

  /// Sends a request, and names an object that it creates `new`.
  @discardableResult
  mutating func send(_ user: String, _ method: HTTPRequest.Method, _ path: String) -> Response {
    let response = graph.send(request(user, method, path))
    if method == .post, let id = response.json?["id"]?.string { ids["new"] = id }
    return response
  }

  /// Returns the names of the objects on a page, newest first, or `nil` if the request is refused.
  mutating func page(_ user: String, _ path: String) -> [String]? {
    let results = send(user, .get, path).json?["results"]?.array
    return results?.map { object in
      ids.first { $0.value == object["id"]?.string }?.key ?? "?"
    }
  }
}
