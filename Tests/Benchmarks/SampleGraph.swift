import EGF2Emulator
import Ghostlight
import GhostlightCore
import HTTPTypes

/// A stage with one EGF2 graph, which has the object types of the example application.
struct SampleGraph {
  let sample: SampleStage

  /// Creates a graph without objects.
  init() throws { sample = try SampleStage(.egf2()) }

  /// Returns a graph of 10,000 objects: 100 users with ten posts each, and 8,900 comments.
  ///
  /// The first 988 posts have nine comments each, and the next post has the remaining eight.
  static func forum() throws -> SampleGraph {
    let graph = try SampleGraph()
    for user in 0..<100 { try graph.make(user, "user") }
    for post in 0..<1000 {
      try graph.make(post, "post")
      try graph.link(id(post / 10, "user"), "posts", id(post, "post"))
    }
    for comment in 0..<8900 {
      try graph.make(comment, "comment")
      try graph.link(id(comment / 9, "post"), "comments", id(comment, "comment"))
    }
    return graph
  }

  /// Returns a graph with one user whose edge `posts` has the given number of links.
  static func wall(_ posts: Int) throws -> SampleGraph {
    let graph = try SampleGraph()
    try graph.make(0, "user")
    for post in 0..<posts {
      try graph.make(post, "post")
      try graph.link(id(0, "user"), "posts", id(post, "post"))
    }
    return graph
  }

  /// Returns a request for a user, expanded by posts, their comments, and the comments' creators.
  static func expanded(_ user: Int) -> Request {
    let expand = PercentEncoding.encode("posts(10){comments(10){creator}}")
    return Request(
      .get, RequestTarget("/v1/graph/\(id(user, "user"))?expand=\(expand)"),
      authority: authority)
  }

  /// Returns a request for the 50 posts that follow a position of the edge.
  static func page(after position: Int) -> Request {
    Request(
      .get, RequestTarget("/v1/graph/\(id(0, "user"))/posts?count=50&after=\(position)"),
      authority: authority)
  }

  private static let authority = "127.0.0.1:4403"
  private static let codes = ["user": "03", "post": "12", "comment": "13"]

  private static func id(_ number: Int, _ type: String) -> String {
    let digits = String(number + 100_000_000_000)
    return "3e1f1c1e-9f0a-4c55-8a43-\(digits)-\(codes[type] ?? "")"
  }

  private func make(_ number: Int, _ type: String) throws {
    var object: JSONObject = [
      "object_type": .string(type), "id": .string(Self.id(number, type)),
    ]
    switch type {
    case "user":
      object["name"] = ["given": "Mark", "family": "Field"]
      object["email"] = .string("mark\(number)@example.com")
      object["date_of_birth"] = "1990-01-01"
    default:
      object["creator"] = .string(Self.id(type == "post" ? 0 : number % 100, "user"))
      object["text"] = "Water the plants twice a week; the cactus by the window not at all."
      if type == "comment" { object["post"] = .string(Self.id(number / 9, "post")) }
    }
    try sample.setUp("object exists", ["object": .object(object)])
  }

  private func link(_ source: String, _ edge: String, _ destination: String) throws {
    try sample.setUp(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }
}
