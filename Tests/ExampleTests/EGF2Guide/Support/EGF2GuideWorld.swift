import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// The initial objects on the guide's server.
struct EGF2GuideWorld: Sendable {
  let userID: String
  let postID: String
  let imageID: String
  /// The logged-in account in the stored form of the module.
  let account: JSON

  init(_ stage: Stage) throws {
    let namespace = try stage.namespace()
    func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
      try namespace.setUp(state, in: "egf2", parameters: parameters)
    }
    func make(_ object: JSONObject) throws -> String {
      try setUp("object exists", ["object": .object(object)])["id"]?.string ?? ""
    }
    func link(_ source: String, _ edge: String, _ destination: String) throws {
      _ = try setUp(
        "edge exists",
        [
          "source": .string(source), "edge": .string(edge), "destination": .string(destination),
        ])
    }
    let user = try setUp("user exists", ["email": "mark@example.com"])["userId"] ?? .null
    let session = try setUp("logged in", ["email": "mark@example.com"])
    userID = user.string ?? ""
    imageID = try make([
      "object_type": "file", "mime_type": "image/jpeg", "user": user, "title": "Photo",
      "url": "http://127.0.0.1:4403/bucket/1", "uploaded": true,
    ])
    postID = try make([
      "object_type": "post", "creator": user, "image": .string(imageID), "text": "hello",
    ])
    for number in 1...6 {
      let comment = try make([
        "object_type": "comment", "creator": user, "post": .string(postID),
        "text": .string("comment \(number)"),
      ])
      try link(postID, "comments", comment)
    }
    try link(userID, "posts", postID)
    account = ["token": session["authorization"] ?? .null]
  }

  /// Replaces `<user id>` and `<post id>` in a target with the ids.
  func filled(_ target: String) -> String {
    target.replacing("%3Cuser%20id%3E", with: userID).replacing("%3Cpost%20id%3E", with: postID)
  }
}
