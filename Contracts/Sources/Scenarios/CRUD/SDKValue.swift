import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// Conversions of the SDK's results to values that can be compared.
enum SDKValue: EventProbe {
  /// Returns the data parsed as JSON; `null` if it is missing or invalid.
  static func json(_ data: Data?) -> JSON {
    data.flatMap { try? JSON.parse(Array($0)) } ?? nil
  }

  /// Returns the names of the objects in a list, separated by spaces.
  static func names(_ data: Data?) -> JSON {
    .string(
      (json(data).array ?? []).map { $0["name"]?.string ?? "-" }.joined(separator: " "))
  }

  /// Returns whether the id has 24 characters; its value is random.
  static func isID(_ id: String?) -> JSON { .bool(id?.utf8.count == 24) }

  /// Returns the status and message of an error, or `null` if there is no error.
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
