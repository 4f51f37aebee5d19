public import GhostlightCore
public import GhostlightEmulation

/// The complete state of a namespace at one point in time.
///
/// A snapshot is a value that shares storage with the namespace, so taking and keeping one costs
/// little. Use ``Namespace/restore(_:)`` to restore it, or ``json`` to store it in a file.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// let before = namespace.snapshot()
/// // … requests that change the state …
/// try namespace.restore(before)
/// ```
public struct Snapshot: Sendable {
  /// The names of the emulators, in the order of ``backends``.
  let emulators: [String]
  let backends: [any Backend]
  let clock: VirtualClock
  let moments: UInt64

  /// The format version of ``json``.
  ///
  /// The state of each emulator in it has its own version, `Backend.snapshotVersion`.
  public static let version: Int64 = 1

  /// The snapshot as JSON, with version numbers, for ``Stage/snapshot(from:)``.
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

extension Stage {
  /// Creates a snapshot from JSON in the current or an older format.
  ///
  /// If the JSON does not contain an emulator of the stage, that emulator starts with its seed.
  ///
  /// - Throws: `SnapshotError` if the JSON is damaged, has a newer format, or contains an emulator
  ///   that this stage does not have.
  public func snapshot(from json: JSON) throws(SnapshotError) -> Snapshot {
    let reader = SnapshotReader(json)
    try Self.admit(try reader.member("ghostlight"), upTo: Int(Snapshot.version))
    let clock = try reader.member("clock")
    guard let time = VirtualClock(json: clock.value) else { throw clock.error("is not a clock") }
    let states = try reader.member("emulators")
    for member in try states.members() {
      guard configuration.services.contains(where: { $0.name == member.key }) else {
        throw SnapshotError(
          "the snapshot has an emulator that this stage does not have: \(member.key)")
      }
    }
    var backends: [any Backend] = []
    for emulator in configuration.services {
      var backend = emulator.seed
      if let entry = states.optional(emulator.name) {
        try Self.admit(try entry.member("version"), upTo: type(of: backend).snapshotVersion)
        let state = try entry.member("state").value
        do throws(SnapshotError) {
          try backend.restore(state)
        } catch {
          throw error.under("$.emulators.\(emulator.name).state")
        }
      }
      backends.append(backend)
    }
    return Snapshot(
      emulators: configuration.services.map(\.name), backends: backends, clock: time,
      moments: UInt64(bitPattern: try reader.member("moments").integer()))
  }

  private static func admit(_ version: SnapshotReader, upTo newest: Int) throws(SnapshotError) {
    let number = try version.integer()
    guard number >= 1 else { throw version.error("is not a valid version") }
    guard number <= newest else {
      throw SnapshotError(
        "the snapshot has form \(number), this Ghostlight reads up to \(newest); use a newer one")
    }
  }
}
