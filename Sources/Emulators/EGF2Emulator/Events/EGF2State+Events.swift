import GhostlightCore
import GhostlightEmulation

extension EGF2State {
  /// Tells of a change that has been made, unless its type is silent about changes.
  ///
  /// A graph whose configuration has no type `event` tells nothing.
  mutating func publish(_ change: GraphChange, by user: String?, _ moment: inout Moment) {
    guard let type = schema.type(named: "event"), !isSilent(change) else { return }
    events.append(
      GraphEvent(
        id: newID(of: type, &moment), milliseconds: moment.milliseconds, user: user,
        change: change))
  }

  /// Whether the type of the object, or of an edge's source, keeps changes to itself.
  private func isSilent(_ change: GraphChange) -> Bool {
    let id =
      switch change {
      case .created(let object), .updated(let object, _), .deleted(let object):
        object["id"]?.string ?? ""
      case .linked(let link), .unlinked(let link): link.source
      }
    return schema.type(ofID: id)?.isSilent != false
  }
}
