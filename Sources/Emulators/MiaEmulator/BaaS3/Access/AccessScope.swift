import GhostlightCore
import GhostlightEmulation

/// Which items of a collection a caller may do something to (B5).
enum AccessScope: Sendable, Hashable {
  /// All of them.
  case all
  /// Those that the user made.
  case own(String)

  /// Whether an item is one of them.
  func includes(_ item: JSONObject) -> Bool {
    switch self {
    case .all: true
    case .own(let userID): item["creatorId"] == .string(userID)
    }
  }

  /// The same for a query.
  var predicate: Predicate {
    switch self {
    case .all: .always
    case .own(let userID): .field(FieldPath("creatorId"), .equals(.string(userID)))
    }
  }
}
