import Ghostlight
import GhostlightCore

extension StageSnapshot {
  /// The namespaces that ever changed, without the count of moments, which grows with reading too.
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
