import Ghostlight
import GhostlightCore

extension StageSnapshot {
  /// The namespaces that have changed, without the number of moments, which reading increases too.
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
