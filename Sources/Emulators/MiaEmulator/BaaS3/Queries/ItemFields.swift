import GhostlightCore
import GhostlightEmulation

/// Which fields of an item are answered; its id always is (B4).
enum ItemFields: Sendable, Hashable {
  /// The whole item.
  case all
  /// Only these.
  case only(Set<ExactText>)
  /// All but these.
  case without(Set<ExactText>)

  /// Reads `$fields`: names with 1, or names with 0.
  ///
  /// - Throws: That it has both, or something else.
  init(_ value: JSON) throws(Fault) {
    guard case .object(let object) = value else { throw .baasBadFields }
    var wanted: Set<ExactText> = []
    var unwanted: Set<ExactText> = []
    for member in object.members where member.key != "id" || object.count == 1 {
      switch member.value.number {
      case 1: wanted.insert(ExactText(member.key))
      case 0: unwanted.insert(ExactText(member.key))
      default: throw .baasBadFields
      }
    }
    switch (wanted.isEmpty, unwanted.isEmpty) {
    case (true, true): self = .all
    case (false, true): self = .only(wanted)
    case (true, false): self = .without(unwanted)
    case (false, false): throw .baasBadFields
    }
  }

  /// The fields of an item that are wanted, in their order.
  func applied(to item: JSONObject) -> JSONObject {
    let members: [JSONObject.Member]
    switch self {
    case .all: return item
    case .only(let names):
      members = item.members.filter { $0.key == "id" || names.contains(ExactText($0.key)) }
    case .without(let names):
      members = item.members.filter { $0.key == "id" || !names.contains(ExactText($0.key)) }
    }
    return JSONObject(uniqueMembers: members)
  }
}
