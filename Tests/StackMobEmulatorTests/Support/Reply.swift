import GhostlightCore
import HTTPTypes

/// A response as a client sees it: the status and the JSON, in any order of members.
struct Reply: Equatable, Sendable, CustomStringConvertible {
  let status: Int
  /// The body; `nil` if it is empty.
  let body: JSON?

  init(_ response: Response) {
    status = response.status.code
    body = response.body.isEmpty ? nil : response.json ?? .string("no JSON: \(response.text)")
  }

  /// Creates an expected response from the text of its body.
  init(_ status: Int, _ text: String = "") {
    self.status = status
    do throws(JSONError) {
      body = text.isEmpty ? nil : try JSON.parse(text)
    } catch {
      body = .string("the test expects no JSON: \(error) in \(text)")
    }
  }

  /// Creates the expected refusal with a message.
  static func error(_ status: Int, _ message: String) -> Reply {
    Reply(status, JSON.object(["error": .string(message)]).description)
  }

  /// The refusal of a request with too much work.
  static let workLimit = error(400, "The request needs more work than this emulator allows.")

  var description: String { "\(status) \(body?.description ?? "-")" }

  subscript(key: String) -> JSON? { body?[key] }

  /// Returns the values of a member of each object in an array.
  func all(_ key: String) -> [String] {
    (body?.array ?? []).map { element in
      element[key].map { $0.string ?? $0.description } ?? "-"
    }
  }
}
