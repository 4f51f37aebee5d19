import GhostlightCore
import HTTPTypes

extension HTTPField.Name {
  /// The header field with Cosmos DB's continuation token, which the last page does not have.
  fileprivate static let continuation = HTTPField.Name("x-ms-continuation") ?? .contentRange
}

/// A deliberate change of responses, which imitates a bug in a backend.
struct SeededBug: Sendable, CustomStringConvertible {
  let description: String
  let damage: @Sendable (inout Response) -> Void

  init(_ description: String, _ damage: @escaping @Sendable (inout Response) -> Void) {
    self.description = description
    self.damage = damage
  }

  /// The bug that the contract of every chapter must detect.
  static let wrongStatus = SeededBug("what is done is only accepted") { response in
    if [200, 201].contains(response.status.code) { response.status = .accepted }
  }

  static let all = [
    wrongStatus,
    SeededBug("objects have a member too many") { response in
      change(&response) { $0["surprise"] = 1 }
    },
    SeededBug("objects lack their last member") { response in
      change(&response) { object in
        if let last = object.keys.last { object[last] = nil }
      }
    },
    SeededBug("errors have another text") { response in
      change(&response) { object in
        for name in ["error", "message"] {
          if let text = object[name]?.string { object[name] = .string(text + "!") }
        }
        guard case .object(var error)? = object["error"] else { return }
        error["message"] = "!"
        object["error"] = .object(error)
      }
    },
    SeededBug("numbers become texts") { response in
      change(&response) { object in
        for member in object where member.value.integer != nil {
          object[member.key] = .string(member.value.text())
        }
      }
    },
    SeededBug("arrays are turned round") { response in
      guard case .array(let elements) = response.json else { return }
      response.body = JSON.array(elements.reversed()).bytes
    },
    SeededBug("there is no content type") { $0.headers[.contentType] = nil },
    SeededBug("pages do not say what they are of") { response in
      response.headers[.contentRange] = nil
      response.headers[.continuation] = nil
    },
    SeededBug("refusals are not the client's fault") { response in
      if (400..<500).contains(response.status.code) { response.status = .internalServerError }
    },
  ]

  private static func change(_ response: inout Response, _ body: (inout JSONObject) -> Void) {
    switch response.json {
    case .object(var object):
      body(&object)
      response.body = JSON.object(object).bytes
    case .array(let elements):
      let changed = elements.map { element -> JSON in
        guard case .object(var object) = element else { return element }
        body(&object)
        return .object(object)
      }
      response.body = JSON.array(changed).bytes
    default: break
    }
  }
}
