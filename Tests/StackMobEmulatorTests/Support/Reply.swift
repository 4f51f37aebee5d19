import GhostlightCore
import HTTPTypes

/// What a client makes of a response: the status and the JSON, whatever its order of members.
struct Reply: Equatable, Sendable, CustomStringConvertible {
  let status: Int
  /// `nil` for an empty body.
  let body: JSON?

  init(_ response: Response) {
    status = response.status.code
    body = response.body.isEmpty ? nil : response.json ?? .string("no JSON: \(response.text)")
  }

  /// What a test expects, its body written out.
  init(_ status: Int, _ text: String = "") {
    self.status = status
    do throws(JSONError) {
      body = text.isEmpty ? nil : try JSON.parse(text)
    } catch {
      body = .string("the test expects no JSON: \(error) in \(text)")
    }
  }

  /// A refusal.
  static func error(_ status: Int, _ message: String) -> Reply {
    Reply(status, JSON.object(["error": .string(message)]).description)
  }

  /// The refusal of work that takes more than the budget.
  static let workLimit = error(400, "The request needs more work than this emulator allows.")

  var description: String { "\(status) \(body?.description ?? "-")" }

  subscript(key: String) -> JSON? { body?[key] }

  /// The values of a member of each object of an array.
  func all(_ key: String) -> [String] {
    (body?.array ?? []).map { element in
      element[key].map { $0.string ?? $0.description } ?? "-"
    }
  }
}
