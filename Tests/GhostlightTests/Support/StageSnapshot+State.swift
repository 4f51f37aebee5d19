import Ghostlight
import GhostlightCore

extension StageSnapshot {
  /// The state of each namespace that has changed, by name.
  ///
  /// The number of moments is removed, because reading increases it, too.
  var changed: [String: JSON] {
    var result: [String: JSON] = [:]
    for entry in entries where entry.lastChange > 0 {
      var json = entry.snapshot.json.object ?? [:]
      json["moments"] = nil
      json["last"] = .integer(entry.lastChange)
      result[entry.namespace] = .object(json)
    }
    return result
  }
}
