import GhostlightCore
import HTTPTypes

extension Response {
  /// Creates a response with the item of the protocol reference's examples, and additional fields.
  static func item(_ fields: JSONObject = [:]) -> Response {
    var item: JSONObject = [
      "creatorId": "public", "createdAt": 1_504_601_266_703, "updaterId": "u2",
      "updatedAt": 1_504_601_300_000, "sync": 0, "trash": 0, "id": "ef02",
    ]
    for member in fields.members { item[member.key] = member.value }
    return .json(.ok, .object(item))
  }

  /// Creates the response to a successful login.
  static func session(_ id: String = "6d0c") -> Response {
    .json(
      .ok,
      [
        "path": "/users", "id": .string(id), "uid": "5b0b",
        "user": ["id": "5b0b", "username": "mario", "email": "m@example.com"],
      ])
  }

  /// Creates an error response in the backend's format.
  static func refusal(_ status: Int, _ message: String) -> Response {
    .json(
      .init(code: status),
      [
        "statusCode": .integer(Int64(status)), "status": .integer(Int64(status)),
        "message": .string(message),
      ])
  }
}
