import GhostlightCore
import GhostlightEmulation
import HTTPTypes

@testable import MiaEmulator

extension MiaProject {
  static let ada = "ada@example.com"
  static let bob = "bob@example.com"
  static let adaSID = String(repeating: "a", count: 128)
  static let bobSID = String(repeating: "b", count: 128)

  /// Creates a BaaS 3 project with pictures, two users with sessions, a file, and a collection with
  /// access rules.
  static func gallery(_ configuration: MiaConfiguration = MiaConfiguration()) throws -> MiaProject {
    var project = MiaProject(configuration)
    try project.add(user: ada, "ada", sid: adaSID)
    try project.add(user: bob, "bob", sid: bobSID)
    for item in pictures {
      try project.setUp("item exists", ["collection": "pictures", "item": item])
    }
    for (id, creator) in [("n1", "ada"), ("n2", "bob")] {
      let userID = project.id(of: creator)
      try project.setUp(
        "item exists",
        ["collection": "notes", "item": ["id": .string(id)], "creator": .string(userID)])
    }
    let rule: JSON = ["users": ["creator"], "groups": []]
    try project.setUp(
      "access rules exist",
      ["collection": "notes", "access": ["read": rule, "update": rule, "delete": rule]])
    try project.setUp("file exists", ["name": "hello.txt", "text": "Hello"])
    return project
  }

  private static let pictures: [JSON] = [
    [
      "id": "p1", "name": "lake", "views": 3, "tags": ["a", "b"], "size": ["w": 4, "h": 3],
      "draft": .null,
    ],
    ["id": "p2", "name": "Hill", "views": 10, "tags": ["b"], "size": ["w": 2, "h": 3]],
    ["id": "p3", "name": "moor", "views": 2.5, "tags": [], "sync": 2, "trash": 1],
  ]

  private mutating func add(user email: String, _ name: String, sid: String) throws {
    try setUp(
      "user exists",
      [
        "email": .string(email), "username": .string(name), "password": "pw",
        "fields": ["user_name": .string(name)],
      ])
    backend.state.accounts.add(
      UserSession(id: sid, userID: id(of: name), lastUse: moment.milliseconds))
  }

  func id(of name: String) -> String {
    backend.state.accounts.users.first("username", name)?["id"]?.string ?? "nobody"
  }

  /// The random name under which the gallery's file is stored.
  var storedName: String { backend.state.baas.contents.keys.first ?? "none" }

  /// Returns the ids of the items in a list response, or the status and text of a refusal.
  mutating func ids(_ target: RequestTarget, _ headers: HTTPFields = [:]) -> String {
    let response = send(Request(.get, target, headers: headers))
    guard let items = response.json?.array else {
      return "\(response.status.code) \(response.text)"
    }
    return items.map { $0["id"]?.string ?? "?" }.joined(separator: " ")
  }

  /// Returns the request target of a list with a query, encoded as the SDK does.
  static func target(_ path: String, _ query: String) -> RequestTarget {
    RequestTarget("\(path)?\(PercentEncoding.encode(query))")
  }

  /// Returns an upload request with one multipart part.
  static func upload(
    _ target: RequestTarget, _ text: String = "Hello", part: String = "file"
  ) -> Request {
    let body =
      "--b1\r\nContent-Disposition: form-data; name=\"\(part)\"; filename=\"x.png\"\r\n"
      + "Content-Type: image/png\r\n\r\n\(text)\r\n--b1--\r\n"
    return Request(
      .post, target, headers: [.contentType: "multipart/form-data; boundary=b1"],
      body: Array(body.utf8))
  }

  /// Returns the expected status and body of a refusal, as one string.
  static func refusal(_ status: Int, _ message: String) -> String {
    let text = JSON.string(message).text()
    return #"\#(status) {"statusCode":\#(status),"status":\#(status),"message":\#(text)}"#
  }
}
