import GhostlightCore
import GhostlightEmulation
import HTTPTypes

@testable import EGF2Emulator

extension GraphRefusalRow {
  private static let post = GraphFixture.post
  private static let comment = GraphFixture.comment

  private static func notEditable(_ field: String) -> String {
    "'\(field)' field is not editable or contains incorrect value"
  }

  private static let incorrectCount =
    "Incorrect count parameter. Count parameter must be between 0 and 50"

  static let graph: [GraphRefusalRow] = [
    GraphRefusalRow(.emptyBody, mark(.put, "/v1/graph/\(post)", [:])),
    GraphRefusalRow(.emptyBody, mark(.post, "/v1/graph/\(post)/comments", [1])),
    GraphRefusalRow(
      .incorrectObjectType, mark(.put, "/v1/graph/\(post)", ["object_type": "moon"]),
      "Incorrect object type 'moon'"),
    GraphRefusalRow(
      .incorrectObjectType, mark(.post, "/v1/graph/me/posts", ["object_type": "moon"]),
      "Incorrect object type 'moon'"),
    GraphRefusalRow(.unknownObjectType, mark(.post, "/v1/graph/me/posts", ["text": "xx"])),
    GraphRefusalRow(
      .incorrectObjectID, mark(.get, "/v1/graph/me/posts/x-99"), "Incorrect object ID 'x-99'"),
    GraphRefusalRow(
      .unsupportedDestination, mark(.post, "/v1/graph/me/follows/\(post)"),
      "Unsupported destination object for edge '\(world.markID)/follows/\(post)'"),
    GraphRefusalRow(.incorrectCount, mark(.get, "/v1/graph/me/posts?count=51"), incorrectCount),
    GraphRefusalRow(.incorrectCount, mark(.get, "/v1/graph/me/posts?count="), incorrectCount),
    GraphRefusalRow(.incorrectCount, mark(.get, "/v1/graph/me/posts?count=-1"), incorrectCount),
    GraphRefusalRow(.incorrectCount, mark(.get, "/v1/graph/me/posts?count=1.5"), incorrectCount),
    GraphRefusalRow(
      .notEditableField, mark(.put, "/v1/graph/\(post)", ["text": "xx", "creator": "x"]),
      notEditable("creator")),
    GraphRefusalRow(
      .notEditableField, mark(.put, "/v1/graph/\(post)", ["object_type": "post"]),
      notEditable("object_type")),
    GraphRefusalRow(
      .notEditableField, mark(.put, "/v1/graph/\(post)", ["delete_fields": ["creator"]]),
      notEditable("creator")),
    GraphRefusalRow(
      .notEditableField, mark(.put, "/v1/graph/\(post)", ["delete_fields": "text"]),
      notEditable("delete_fields")),
    GraphRefusalRow(.notEditableField, thing("later", "x"), notEditable("later")),
    GraphRefusalRow(.notEditableField, thing("never", "x"), notEditable("never")),
    GraphRefusalRow(.notEditableField, thing("moon", "x"), notEditable("moon")),
    GraphRefusalRow(.notEditableField, thing("id", "x"), notEditable("id")),
    GraphRefusalRow(
      .objectNotExists, mark(.get, "/v1/graph/\(GraphFixture.nothing)"),
      "Object '\(GraphFixture.nothing)' doesn't exist"),
    GraphRefusalRow(
      .objectNotExists, mark(.delete, "/v1/graph/x-14"), "Object 'x-14' doesn't exist"),
    GraphRefusalRow(
      .destinationNotExists, mark(.get, "/v1/graph/\(post)/comments/\(lost)"),
      "Destination object doesn't exist for edge '\(post)/comments/\(lost)'"
    ).after(
      "edge exists",
      ["source": .string(post), "edge": "comments", "destination": .string(lost)]),
    GraphRefusalRow(.objectWasDeleted, mark(.get, "/v1/graph/\(deleted)"))
      .after("object exists", ["object": deletedPost]),
    GraphRefusalRow(.objectDeleted, mark(.put, "/v1/graph/\(deleted)", ["text": "other"]))
      .after("object exists", ["object": deletedPost]),
    GraphRefusalRow(.objectDeleted, mark(.delete, "/v1/graph/\(deleted)"))
      .after("object exists", ["object": deletedPost]),
    GraphRefusalRow(
      .edgeNotExists, mark(.get, "/v1/graph/me/follows/\(world.annaID)"),
      "Edge '\(world.markID)/follows/\(world.annaID)' doesn't exist"),
    GraphRefusalRow(
      .edgeNotExists, mark(.delete, "/v1/graph/me/follows/\(world.annaID)"),
      "Edge '\(world.markID)/follows/\(world.annaID)' doesn't exist"),
    GraphRefusalRow(
      .uniqueConstraintViolated, thing("code", 7), "Unique constraint violated for 'thing-code-7'"
    ).after("object exists", ["object": ["object_type": "thing", "code": 7]]),
    GraphRefusalRow(
      .edgeAlreadyExists, mark(.post, "/v1/graph/\(post)/offended/me"),
      "Edge '\(post)/offended/\(world.markID)' already exists"
    ).after(
      "edge exists",
      ["source": .string(post), "edge": "offended", "destination": .string(world.markID)]),
    GraphRefusalRow(
      .incorrectDefaultValue, mark(.post, "/v1/graph", ["object_type": "broken"])),
    GraphRefusalRow(
      .incorrectDefaultValue,
      mark(.post, "/v1/graph/\(post)/notes", ["object_type": "broken"])),
  ]

  private static let lost = "22222222-0000-4000-8000-000000000099-13"
  private static let deleted = "11111111-0000-4000-8000-000000000077-12"
  private static let deletedPost: JSON = [
    "object_type": "post", "id": .string(deleted), "creator": .string(world.markID),
    "text": "gone", "deleted_at": "2017-01-01T00:00:00.000Z",
  ]

  static let validation: [GraphRefusalRow] = [
    GraphRefusalRow(
      .extraField, thing("inner", ["name": "x", "moon": 1]), "Unexpected extra field 'moon'"),
    GraphRefusalRow(.nullField, thing("title", .null), "'title' can not be null"),
    GraphRefusalRow(
      .requiredField, mark(.put, "/v1/graph/me", ["name": ["given": "Tom"]]),
      "'family' field is required"),
    GraphRefusalRow(
      .requiredField, mark(.put, "/v1/graph/\(post)", ["delete_fields": ["text"]]),
      "'text' field is required"),
    GraphRefusalRow(.mustBe, thing("title", 5), "'title' must be string"),
    GraphRefusalRow(.mustBe, thing("whole", 1.5), "'whole' must be integer"),
    GraphRefusalRow(.mustBe, thing("whole", "1"), "'whole' must be integer"),
    GraphRefusalRow(.mustBe, thing("number", "1"), "'number' must be number"),
    GraphRefusalRow(.mustBe, thing("flag", 1), "'flag' must be boolean"),
    GraphRefusalRow(.mustBe, thing("day", "2017-02-30"), "'day' must be date"),
    GraphRefusalRow(.mustBe, thing("owner", 5), "'owner' must be user,post id"),
    GraphRefusalRow(.mustBe, thing("owner", .string(comment)), "'owner' must be user,post id"),
    GraphRefusalRow(.mustBe, thing("other", "x-12"), "'other' must be any id"),
    GraphRefusalRow(.mustBe, thing("inner", []), "'inner' must be struct"),
    GraphRefusalRow(.mustBe, thing("anything", 1), "'anything' must be struct"),
    GraphRefusalRow(.mustBe, thing("inner", ["name": 1]), "'name' must be string"),
    GraphRefusalRow(.mustBe, thing("pairs", [:]), "'pairs' must be array"),
    GraphRefusalRow(.mustBe, thing("pairs", [1]), "'pairs' must be struct"),
    GraphRefusalRow(.mustBe, thing("words", ["red", 1]), "'words' must be string"),
    GraphRefusalRow(.tooShort, thing("title", "x"), "'title' must have length more than 2"),
    GraphRefusalRow(.tooShort, thing("words", []), "'words' must have length more than 1"),
    GraphRefusalRow(.tooLong, thing("title", "xxxxx"), "'title' must have length less than 4"),
    GraphRefusalRow(.tooLong, thing("title", "😀😀x"), "'title' must have length less than 4"),
    GraphRefusalRow(.tooSmall, thing("whole", 0), "'whole' must be more than 1"),
    GraphRefusalRow(.tooSmall, thing("number", 0.25), "'number' must be more than 0.5"),
    GraphRefusalRow(.tooGreat, thing("number", 3), "'number' must be less than 2.5"),
    GraphRefusalRow(.invalidEmail, thing("email", "a@b"), "'a@b' is not valid email"),
    GraphRefusalRow(
      .noValidator, thing("odd", "x"), "Can not find custom validator for 'odd'"),
    GraphRefusalRow(.notAChoice, thing("color", "blue"), "'color' must be one of: red,green"),
    GraphRefusalRow(
      .notAChoice, thing("words", ["red", "grey"]), "'words' must be one of: red,green,blue"),
    GraphRefusalRow(.unknownFieldType, thing("strange", 1), "Unknown 'money' type in config"),
  ]

  static let expand: [GraphRefusalRow] = [
    GraphRefusalRow(
      .unavailableExpandLevel, mark(.get, "/v1/graph/me?expand=a%7Bb%7Bc%7Bd%7D%7D%7D")),
    GraphRefusalRow(.incorrectExpandFormat, mark(.get, "/v1/graph/me?expand=a%7Bb")),
    GraphRefusalRow(.incorrectExpandFormat, mark(.get, "/v1/graph/me/posts?expand=a)")),
    GraphRefusalRow(
      .incorrectCount, mark(.get, "/v1/graph/me?expand=posts(51)"), incorrectCount),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/graph/me?expand=system")),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/graph/\(post)?expand=text")),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/graph/\(world.annaID)?expand=follows")),
    GraphRefusalRow(
      .objectNotExists, mark(.get, "/v1/graph/\(torn)?expand=image"),
      "Object '\(missingFile)' doesn't exist"
    ).after(
      "object exists",
      [
        "object": [
          "object_type": "post", "id": .string(torn), "creator": .string(world.markID),
          "text": "torn", "image": .string(missingFile),
        ]
      ]),
  ]

  private static let torn = "11111111-0000-4000-8000-000000000088-12"
  private static let missingFile = "33333333-0000-4000-8000-000000000099-06"
}
