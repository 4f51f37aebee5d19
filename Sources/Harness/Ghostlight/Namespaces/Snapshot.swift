public import GhostlightCore
import GhostlightEmulation

/// The whole state of a namespace at one point: a value, free to keep and to restore.
public struct Snapshot: Sendable {
  /// The emulators' names, in the order of ``backends``.
  let emulators: [String]
  let backends: [any Backend]
  let clock: VirtualClock
  let moments: UInt64

  /// The form of ``json``; each backend has a version of its own beside it.
  public static let version: Int64 = 1

  /// The snapshot as versioned JSON.
  public var json: JSON {
    var states = JSONObject()
    for (name, backend) in zip(emulators, backends) {
      states[name] = [
        "version": .integer(Int64(type(of: backend).snapshotVersion)),
        "state": backend.snapshot,
      ]
    }
    return [
      "ghostlight": .integer(Self.version),
      "clock": clock.json,
      "moments": .integer(Int64(bitPattern: moments)),
      "emulators": .object(states),
    ]
  }
}
