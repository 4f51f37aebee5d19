import GhostlightContracts
import GhostlightCore

/// The objects of the example application: two users, their posts and a comment.
enum World {
  static let markID = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a01-03"
  static let annaID = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a02-03"
  static let fileID = "0b0c4b5a-4d2c-4a5e-8a57-3d7a9e6b7c01-06"
  static let markEmail: JSON = "mark@example.com"

  static let mark = user(markID, "Mark", "Field", "mark@example.com")
  static let anna = user(annaID, "Anna", "Hill", "anna@example.com")
  static let hello = post(1, "hello")
  static let again = post(2, "again")
  static let nice = comment(1, "nice")
  static let file: JSONObject = [
    "object_type": "file", "id": .string(fileID), "user": .string(markID),
    "mime_type": "image/jpeg", "url": "http://files.example.com/bucket/k", "title": "Photo",
    "hosted": true, "uploaded": true, "standalone": true, "resizes": [],
    "created_at": .string(Sample.time), "modified_at": .string(Sample.time),
  ]

  static func user(
    _ id: String, _ given: String, _ family: String, _ email: String
  ) -> JSONObject {
    [
      "object_type": "user", "id": .string(id), "email": .string(email),
      "name": ["given": .string(given), "family": .string(family), "use": "official"],
      "verified": false, "no_password": false, "date_of_birth": "1990-01-01T00:00:00.001Z",
      "created_at": .string(Sample.time), "modified_at": .string(Sample.time),
    ]
  }

  static func postID(_ number: Int) -> String {
    "7a1f0000-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)-12"
  }

  /// Returns a post of Mark.
  static func post(_ number: Int, _ text: String) -> JSONObject {
    [
      "object_type": "post", "id": .string(postID(number)), "creator": .string(markID),
      "text": .string(text), "created_at": .string(Sample.time),
      "modified_at": .string(Sample.time),
    ]
  }

  static func commentID(_ number: Int) -> String {
    "7c1f0000-0000-4000-8000-00000000000\(number)-13"
  }

  /// Returns a comment of Anna on the first post.
  static func comment(_ number: Int, _ text: String) -> JSONObject {
    [
      "object_type": "comment", "id": .string(commentID(number)), "creator": .string(annaID),
      "post": .string(postID(1)), "text": .string(text), "created_at": .string(Sample.time),
      "modified_at": .string(Sample.time),
    ]
  }

  /// The provider states with both users, in which Mark is logged in.
  static let marks = [GivenState.object(anna), .object(mark), .loggedIn("mark")]
  /// The provider states with both users, in which Anna is logged in.
  static let annas = [GivenState.object(mark), .object(anna), .loggedIn("anna")]
  /// The provider states with Mark's first post, which is on his `posts` edge.
  static let posted = [
    GivenState.object(mark), .object(hello), .edge(markID, "posts", postID(1)),
  ]
}
