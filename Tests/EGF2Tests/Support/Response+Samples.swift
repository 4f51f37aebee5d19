import GhostlightCore
import HTTPTypes

extension Response {
  /// Creates a response with an object; the end of the object's id decides its type.
  static func object(_ id: String, _ fields: JSONObject = [:]) -> Response {
    .json(.ok, .sample(id, fields))
  }

  /// Creates a response with a page of objects.
  static func page(_ objects: [JSON], count: Int) -> Response {
    .json(.ok, ["results": .array(objects), "count": .integer(Int64(count))])
  }

  /// The response to a successful login.
  static let session = Response.json(.ok, ["type": "Bearer", "token": "s-02|f00"])

  /// A successful response without a body.
  static let empty = Response(.ok)

  /// Creates a refusal with a status, code and message.
  static func refusal(_ status: Int, _ code: String, _ message: String) -> Response {
    .json(.init(code: status), ["code": .string(code), "message": .string(message)])
  }
}

extension JSON {
  /// Creates an object as servers send it, with additional fields.
  static func sample(_ id: String, _ fields: JSONObject = [:]) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "object_type": "any", "created_at": "2017-01-20T09:15:00.123Z",
      "modified_at": "2017-01-20T09:15:00.123Z",
    ]
    for member in fields.members { object[member.key] = member.value }
    return .object(object)
  }
}
