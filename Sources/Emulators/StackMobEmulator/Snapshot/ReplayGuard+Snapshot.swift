import GhostlightCore
import GhostlightEmulation

extension ReplayGuard {
  /// The nonces that were used, oldest first; none unless strict.
  var snapshot: JSON { .array(order.map(JSON.string)) }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for key in try reader.elements() { remember(try key.string()) }
  }
}
