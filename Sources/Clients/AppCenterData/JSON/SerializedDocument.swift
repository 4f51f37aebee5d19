import GhostlightClient
import GhostlightCore

/// A model as JSON, or that it has values that JSON does not have.
enum SerializedDocument: Sendable {
  case json(JSON)
  case unfit

  /// Prints members by their names, so that the same document is always sent the same.
  init(_ dictionary: [AnyHashable: Any]) {
    self = Self.object(dictionary, depth: 0).map { .json($0) } ?? .unfit
  }

  private static func object(_ dictionary: [AnyHashable: Any], depth: Int) -> JSON? {
    var members: [String: JSON] = [:]
    for (key, value) in dictionary {
      guard let key = key.base as? String, let value = json(value, depth: depth + 1) else {
        return nil
      }
      members[key] = value
    }
    var object = JSONObject()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { object[key] = value }
    return .object(object)
  }

  private static func json(_ value: Any, depth: Int) -> JSON? {
    guard depth < JSONLimits.deepest else { return nil }
    do throws(UnfitNumber) {
      if let scalar = try JSON(scalar: value) { return scalar }
    } catch { return .none }
    switch value {
    case let values as [Any]:
      var elements: [JSON] = []
      for value in values {
        guard let element = json(value, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case let members as [AnyHashable: Any]: return object(members, depth: depth)
    default: return nil
    }
  }
}
