import EGF2
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation

extension TestApp {
  static let birthday = Foundation.Date(timeIntervalSince1970: 631_152_000)

  /// Registers a user and logs the user in.
  ///
  /// Returns the user's id.
  @discardableResult
  func register(_ name: String = "mark") async throws -> String {
    try await graph.register(
      withFirstName: name.capitalized, lastName: "Field", email: "\(name)@example.com",
      dateOfBirth: Self.birthday, password: "secret")
    let answer = try setUp("logged in", ["email": .string("\(name)@example.com")])
    _ = takeLines()
    return answer["userId"]?.string ?? ""
  }

  /// Creates the newest post of a user on the server, as another device would, and returns its id.
  func makePost(_ text: String, by user: String, _ fields: JSONObject = [:]) throws -> String {
    var post: JSONObject = [
      "object_type": "post", "text": .string(text), "creator": .string(user),
    ]
    for member in fields.members { post[member.key] = member.value }
    return try make(post, on: "posts", of: user)
  }

  /// Creates the newest comment on a post on the server, as another device would; returns its id.
  func makeComment(_ text: String, by user: String, on post: String) throws -> String {
    try make(
      [
        "object_type": "comment", "text": .string(text), "creator": .string(user),
        "post": .string(post),
      ], on: "comments", of: post)
  }

  /// Creates the object of an uploaded image on the server, and returns its id.
  func makeFile(by user: String) throws -> String {
    let file: JSONObject = [
      "object_type": "file", "mime_type": "image/jpeg", "user": .string(user),
      "url": "http://127.0.0.1:4403/bucket/1", "title": "Photo", "uploaded": true,
    ]
    return try setUp("object exists", ["object": .object(file)])["id"]?.string ?? ""
  }

  private func make(_ object: JSONObject, on edge: String, of source: String) throws -> String {
    let id = try setUp("object exists", ["object": .object(object)])["id"]?.string ?? ""
    try setUp(
      "edge exists",
      ["source": .string(source), "edge": .string(edge), "destination": .string(id)])
    return id
  }

  /// Returns the parameters of the last email, or `nil` if none was sent.
  func lastMail() throws -> JSON? {
    try stage.namespace().outbox["egf2"]?.messages.last?.content["params"]
  }

  /// Sets up a provider state, for data that clients cannot create.
  @discardableResult
  func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try stage.namespace().setUp(state, in: "egf2", parameters: parameters)
  }
}

extension TestApp {
  /// Updates an object as another device of the same user would.
  func otherPut(_ id: String, _ fields: [String: Any]) async throws {
    let device = try otherDevice()
    try await device.graph.login(withEmail: "mark@example.com", password: "secret")
    _ = try await device.graph.updateObject(withId: id, parameters: fields)
  }
}
