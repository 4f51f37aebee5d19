import GhostlightCore
import HTTPTypes

/// A response as a client sees it: the status, and a JSON body in which the order of members is
/// ignored.
struct Reply: Equatable, Sendable, CustomStringConvertible {
  let status: Int
  /// The body; `nil` if it is empty.
  let body: JSON?

  init(_ response: Response) {
    status = response.status.code
    body = response.body.isEmpty ? nil : response.json ?? .string("no JSON: \(response.text)")
  }

  /// Creates an expected response from a string with its JSON body.
  init(_ status: Int, _ text: String = "") {
    self.status = status
    do throws(JSONError) {
      body = text.isEmpty ? nil : try JSON.parse(text)
    } catch {
      body = .string("the test expects no JSON: \(error) in \(text)")
    }
  }

  /// Creates an expected refusal with an error message.
  static func error(_ status: Int, _ message: String) -> Reply {
    Reply(status, JSON.object(["error": .string(message)]).description)
  }

  /// The refusal of a request that needs too much work.
  static let workLimit = error(400, "The request needs more work than this emulator allows.")

  var description: String { "\(status) \(body?.description ?? "-")" }

  subscript(key: String) -> JSON? { body?[key] }

  /// Returns the values of one member in all objects of the body's array.
  func all(_ key: String) -> [String] {
    (body?.array ?? []).map { element in
      element[key].map { $0.string ?? $0.description } ?? "-"
    }
  }
}
