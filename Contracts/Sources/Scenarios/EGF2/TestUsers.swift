import GhostlightCore
import TestExecutors

/// The objects that exist before a scenario starts; their ids never change.
enum TestUsers {
  static let markID = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a01-03"
  static let annaID = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a02-03"
  static let fileID = "0b0c4b5a-4d2c-4a5e-8a57-3d7a9e6b7c01-06"
  private static let systemID = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a03-01"

  static let resetToken = markID + "|00"
  static let verifyToken = markID + "|01"

  static func postID(_ number: Int) -> String { "7a1f0000-0000-4000-8000-00000000000\(number)-12" }

  static func commentID(_ number: Int) -> String {
    "7c1f0000-0000-4000-8000-00000000000\(number)-13"
  }

  /// The provider states with Mark, who has no password and has received two mails.
  static let mailed: [Given] = [
    .object([
      "object_type": "system_user", "id": .string(systemID),
      "reset_token": .string(resetToken), "verify_token": .string(verifyToken),
    ]),
    .object(user(markID, "Mark", ["system": .string(systemID)])),
  ]
  /// The provider states with Mark, whose password is `secret`.
  static let mark =
    mailed + [
      Given("user exists", ["email": "mark@example.com", "password": "secret"])
    ]
  /// The provider states with Mark and Anna.
  static let users = mark + [.object(user(annaID, "Anna", [:]))]
  /// Returns the provider states with both users and `count` posts of Mark, the newest last.
  static func posts(_ count: Int) -> [Given] {
    users
      + (1...count).flatMap { number in
        [
          Given.object(post(number)), .edge(markID, "posts", postID(number)),
        ]
      }
  }
  /// The provider states with a post that has a picture and two comments by Anna.
  static let discussed: [Given] =
    users + [
      .object([
        "object_type": "file", "id": .string(fileID), "user": .string(markID), "title": "Photo",
        "mime_type": "image/jpeg", "url": "http://files.example.com/bucket/k",
      ]),
      .object(post(1, ["image": .string(fileID)])), .edge(markID, "posts", postID(1)),
      .object(comment(1)), .object(comment(2)), .edge(postID(1), "comments", commentID(1)),
      .edge(postID(1), "comments", commentID(2)),
    ]

  private static func user(_ id: String, _ given: String, _ fields: JSONObject) -> JSONObject {
    var user: JSONObject = [
      "object_type": "user", "id": .string(id),
      "name": ["given": .string(given), "family": "Field"],
      "email": .string("\(given.lowercased())@example.com"), "date_of_birth": "1990-01-01",
    ]
    for member in fields { user[member.key] = member.value }
    return user
  }

  private static func post(_ number: Int, _ fields: JSONObject = [:]) -> JSONObject {
    var post: JSONObject = [
      "object_type": "post", "id": .string(postID(number)), "creator": .string(markID),
      "text": .string("post \(number)"),
    ]
    for member in fields { post[member.key] = member.value }
    return post
  }

  private static func comment(_ number: Int) -> JSONObject {
    [
      "object_type": "comment", "id": .string(commentID(number)), "creator": .string(annaID),
      "post": .string(postID(1)), "text": .string("comment \(number)"),
    ]
  }
}
