import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What a caller wants to do to a collection (B5).
enum AccessOperation: String, CaseIterable, Sendable {
  case read, create, update, delete

  /// What a request for a collection is about, by its method, its path and the id in its body.
  init(_ request: Request, segments: [String]) {
    switch request.method {
    case .delete: self = .delete
    case .put: self = .update
    case .post: self = Self.post(request, segments)
    default: self = .read
    }
  }

  private static func post(_ request: Request, _ segments: [String]) -> AccessOperation {
    guard segments.count < 2 || segments[1] == "bulk" else {
      return segments[0] == BaaSState.filesName ? .create : .update
    }
    do throws(JSONError) {
      return try JSON.parse(request.body)["id"] == nil ? .create : .update
    } catch { return .create }
  }
}
