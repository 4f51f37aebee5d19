package import GhostlightSyncStatus

/// How far a run is: a step for the pull of each type, and one for its push.
package struct SyncProgress {
  private let steps: Int
  private var finished = 0
  private var current: String?
  private var last: String?
  /// What failed last.
  package private(set) var error: (any Error)?

  package init(types: Int) { steps = 2 * types }

  /// The status at the start of a type's pull or push.
  package mutating func start(_ name: String) -> SyncStatus {
    current = name
    return status
  }

  /// The status after an object has failed, or a whole type.
  package mutating func fail(_ error: any Error) -> SyncStatus {
    self.error = error
    return status
  }

  /// The status at the end of a type's pull or push.
  package mutating func finish(_ name: String) -> SyncStatus {
    finished += 1
    last = name
    return status
  }

  /// The status at the end of all.
  package mutating func end() -> SyncStatus {
    current = nil
    finished = steps
    return status
  }

  private var status: SyncStatus {
    SyncStatus(
      lastSyncedEntity: last, syncingEntity: current, error: error,
      progress: steps == 0 ? 1 : Double(finished) / Double(steps))
  }
}
