import GhostlightEmulation

/// The whole state of a namespace at one point: a value, free to keep and to restore.
public struct Snapshot: Sendable {
  let backends: [any Backend]
  let clock: VirtualClock
  let moments: UInt64
}
