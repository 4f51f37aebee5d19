import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// What the SDK hands an app, as a value that can be compared.
enum SDKValue: EventProbe {
  /// JSON as it came.
  static func json(_ data: Data?) -> JSON {
    data.flatMap { try? JSON.parse(Array($0)) } ?? nil
  }

  /// The names in a list that came.
  static func names(_ data: Data?) -> JSON {
    .string(
      (json(data).array ?? []).map { $0["name"]?.string ?? "-" }.joined(separator: " "))
  }

  /// Whether an id came; it is drawn.
  static func isID(_ id: String?) -> JSON { .bool(id?.utf8.count == 24) }

  /// Status and words of an error; null without one.
  static func error(_ error: (any Error)?) -> JSON {
    guard case .http(let status, let error, let message)? = error as? CRUDError else {
      return error.map { .string("\($0)") } ?? nil
    }
    return [
      "status": .integer(Int64(status)), "error": error.map(JSON.string) ?? .null,
      "message": message.map(JSON.string) ?? .null,
    ]
  }
}
