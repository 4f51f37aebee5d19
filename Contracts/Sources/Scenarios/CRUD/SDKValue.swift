import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// Conversions of the SDK's results to values that can be compared.
enum SDKValue: EventProbe {
  /// Returns the JSON in the data.
  static func json(_ data: Data?) -> JSON {
    data.flatMap { try? JSON.parse(Array($0)) } ?? nil
  }

  /// Returns the names in a list, separated by spaces.
  static func names(_ data: Data?) -> JSON {
    .string(
      (json(data).array ?? []).map { $0["name"]?.string ?? "-" }.joined(separator: " "))
  }

  /// Returns whether there is an id; its value is random.
  static func isID(_ id: String?) -> JSON { .bool(id?.utf8.count == 24) }

  /// Returns status and message of an error, or `null` if there is none.
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
