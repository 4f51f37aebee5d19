import GhostlightCore
import GhostlightEmulation

/// Which elements `$pull` takes out.
enum PulledElements: Sendable {
  /// Those that are the same as one of these.
  case values([JSON])
  /// Objects that match.
  case objects(Predicate)

  /// The array without them.
  func removed(from array: [JSON]) -> [JSON] {
    switch self {
    case .values(let values):
      array.filter { element in !values.contains { MongoOrder.isSame($0, element) } }
    case .objects(let predicate):
      array.filter { element in !(element.object.map(predicate.matches) ?? false) }
    }
  }
}
