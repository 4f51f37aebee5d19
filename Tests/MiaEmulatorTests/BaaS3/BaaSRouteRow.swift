import GhostlightCore
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request that a route of BaaS 3 serves, with the expected start of the response.
struct BaaSRouteRow: Sendable, CustomTestStringConvertible {
  let title: String
  let answer: String
  private let make: @Sendable (MiaProject) -> Request

  private init(
    _ title: String, _ answer: String, _ make: @escaping @Sendable (MiaProject) -> Request
  ) {
    self.title = title
    self.answer = answer
    self.make = make
  }

  private init(
    _ title: String, _ answer: String, _ method: HTTPRequest.Method, _ target: RequestTarget,
    _ body: JSON? = nil, sid: String? = nil
  ) {
    self.init(title, answer) { _ in
      var request = MiaProject.request(method, target, body)
      request.headers[.sid] = sid
      return request
    }
  }

  var testDescription: String { title }

  /// Returns the request, which may contain ids that `project` has drawn.
  func request(_ project: MiaProject) -> Request { make(project) }

  private static func own(
    _ method: HTTPRequest.Method, _ project: MiaProject, inPath: Bool, _ fields: JSONObject = [:]
  ) -> Request {
    let id = project.id(of: "ada")
    var body = fields
    if !inPath { body["id"] = .string(id) }
    return MiaProject.request(
      method, RequestTarget(inPath ? "/users/\(id)" : "/users"), .object(body),
      [.sid: MiaProject.adaSID])
  }

  private static let email: JSON = ["email": .string(MiaProject.ada)]
  private static let sid = MiaProject.adaSID

  static let all: [BaaSRouteRow] = [
    .init("List items", #"200 [{"creatorId":"public","createdAt":"#, .get, "/pictures/"),
    .init("Count items", #"200 {"count":3}"#, .get, "/pictures/count"),
    .init("Get an item", #"200 {"creatorId":"public","createdAt":"#, .get, "/pictures/p1"),
    .init(
      "Create or update an item", #"200 {"creatorId":"public","createdAt":"#, .post, "/pictures/",
      ["name": "sea"]),
    .init(
      "Update an item", #"200 {"creatorId":"public","createdAt":"#, .put, "/pictures/",
      ["id": "p1", "views": 4]),
    .init(
      "Update an item by path", #"200 {"creatorId":"public","createdAt":"#, .put, "/pictures/p1",
      ["views": 4]),
    .init(
      "Post to an item by path", #"200 {"creatorId":"public","createdAt":"#, .post, "/pictures/p1",
      ["views": 4]),
    .init(
      "Create items", #"200 [{"creatorId":"public","createdAt":"#, .post, "/pictures/bulk",
      [["name": "a"], ["name": "b"]]),
    .init("Delete an item", #"200 {"count":1}"#, .delete, "/pictures/", ["id": "p1"]),
    .init("Delete an item by path", #"200 {"count":1}"#, .delete, "/pictures/p1"),
    .init("Delete all items", #"200 {"count":3}"#, .delete, "/pictures/empty"),
    .init(
      "Register or update a user", #"200 {"creatorId":"public","createdAt":"#, .post, "/users",
      ["email": "eve@example.com", "password": "pw"]),
    .init(
      "Log in", #"200 {"path":"/users","id":""#, .post, "/users/login",
      ["email": .string(MiaProject.ada), "password": "pw"]),
    .init("Who am I", #"200 {"creatorId":"public","createdAt":"#, .get, "/users/me", sid: sid),
    .init("Log out", "200 {}", .post, "/users/logout", sid: sid),
    .init("Forgotten password", "200 {}", .post, "/users/forgot", email),
    .init("Resend the verification", "200 {}", .post, "/users/resend", email),
    .init("List users", #"200 [{"creatorId":"public","createdAt":"#, .get, "/users/", sid: sid),
    .init("Count users", #"200 {"count":2}"#, .get, "/users/count", sid: sid),
    .init("Get a user", #"200 {"creatorId":"public","createdAt":"#) { project in
      Request(
        .get, RequestTarget("/users/\(project.id(of: "bob"))"),
        headers: [.sid: MiaProject.adaSID])
    },
    .init("Update a user", #"200 {"creatorId":"public","createdAt":"#) { project in
      own(.put, project, inPath: false, ["user_name": "Ada"])
    },
    .init("Update a user by path", #"200 {"creatorId":"public","createdAt":"#) { project in
      own(.put, project, inPath: true, ["user_name": "Ada"])
    },
    .init("Post to a user by path", #"200 {"creatorId":"public","createdAt":"#) { project in
      own(.post, project, inPath: true, ["user_name": "Ada"])
    },
    .init("Delete a user", #"200 {"count":1}"#) { own(.delete, $0, inPath: false) },
    .init("Delete a user by path", #"200 {"count":1}"#) { own(.delete, $0, inPath: true) },
    .init("Upload a file", #"200 {"id":""#) { _ in MiaProject.upload("/files/picture.png") },
    .init("Download a file", "200 Hello") { project in
      Request(.get, RequestTarget("/files/download/\(project.storedName)"))
    },
    .init(
      "Geocode",
      #"200 [{"address":"milano","location":{"type":"Point","coordinates":[9.19,45.4642]}}]"#,
      .get, "/geocoding/geo?address=milano"),
  ]
}
