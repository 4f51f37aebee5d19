import Foundation
import GhostlightCore

extension PactRequest {
  var json: JSON {
    var object = extras
    object["method"] = .string(method)
    object["path"] = .string(path)
    object["query"] = query.json
    object["headers"] = headers.json
    object["body"] = body?.json
    object["matchingRules"] = rules.json
    object["generators"] = generators.json
    return .object(object)
  }
}

extension PactResponse {
  var json: JSON {
    var object = extras
    object["status"] = .integer(Int64(status))
    object["headers"] = headers.json
    object["body"] = body?.json
    object["matchingRules"] = rules.json
    object["generators"] = generators.json
    return .object(object)
  }
}

extension PactBody {
  fileprivate var json: JSON {
    switch self {
    case .empty: .null
    case .json(let value, let type): Self.json(value, type, encoded: false)
    case .text(let text, let type): Self.json(.string(text), type, encoded: false)
    case .bytes(let bytes, let type):
      Self.json(.string(Data(bytes).base64EncodedString()), type, encoded: "base64")
    }
  }

  private static func json(_ content: JSON, _ type: String?, encoded: JSON) -> JSON {
    var object: JSONObject = ["content": content, "encoded": encoded]
    object["contentType"] = type.map(JSON.string)
    return .object(object)
  }
}

extension [PactField] {
  /// An object of arrays, or `nil` where there is none.
  fileprivate var json: JSON? {
    guard !isEmpty else { return nil }
    var object = JSONObject()
    for field in self {
      let known = object[field.name]?.array ?? []
      object[field.name] = .array(known + field.values.map(JSON.string))
    }
    return .object(object)
  }
}
