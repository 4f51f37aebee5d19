import GhostlightCore
import GhostlightEmulation
import Synchronization

/// What a store of changes needs from a stage: snapshots to save, and a way back.
extension Stage {
  /// All namespaces as they are now, consistent with each other; cheap, and nobody waits for it.
  public func snapshotAll() -> StageSnapshot {
    inOrder {
      // Read first: whatever was taken by now is done, since its namespace is locked until then.
      let number = log?.last ?? 0
      let all = spaces.withLock { $0.all }
      return StageSnapshot(
        entries: all.map { $0.snapshotEntry() }.sorted { $0.namespace < $1.namespace },
        number: number)
    }
  }

  /// Puts a snapshot in the place of all namespaces, before anything is served.
  public func load(_ snapshot: StageSnapshot) {
    var loaded: [String: Namespace] = [:]
    for entry in snapshot.entries {
      loaded[entry.namespace] = Namespace(
        settings(entry.namespace), from: entry.snapshot,
        lastChange: entry.lastChange)
    }
    spaces.withLock { $0 = NamespaceTable(loaded) }
  }

  /// Does again what a change did, without writing it down, before anything is served.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - number: Its number in the log.
  ///   - mayBeOlder: Whether a change that is answered otherwise is tried as older versions drew
  ///     ids, which takes longer for all.
  /// - Throws: ``ChangeLogError`` where the change does not fit this stage, or is answered
  ///   otherwise than when it was written down; it may then be done in part.
  public func replay(
    _ change: Change, number: Int64, mayBeOlder: Bool = true
  ) throws(ChangeLogError) {
    do throws(NamespaceState.ReplayError) {
      switch change.operation {
      case .drop:
        spaces.withLock { _ = $0.remove(change.namespace) }
      case .fork(let source):
        let fork = Namespace(
          settings(change.namespace),
          from: try known(source).snapshot(), lastChange: number)
        fork.state.withLock { $0.moments = change.moment }
        spaces.withLock { $0[change.namespace] = fork }
      default:
        try replay(change, number: number, in: try known(change.namespace), mayBeOlder)
      }
    } catch {
      throw ChangeLogError(
        "change \(number) cannot be replayed: \(error.reason)",
        isDifferentAnswer: error.isDifferentAnswer)
    }
  }

  private func known(_ name: String) throws(NamespaceState.ReplayError) -> Namespace {
    do throws(NamespaceError) {
      return try namespace(name)
    } catch {
      throw NamespaceState.ReplayError(reason: error.description)
    }
  }

  private func replay(
    _ change: Change, number: Int64, in namespace: Namespace, _ mayBeOlder: Bool
  ) throws(NamespaceState.ReplayError) {
    var restored: Snapshot?
    if case .restore(let json) = change.operation {
      do throws(SnapshotError) {
        restored = try snapshot(from: json)
      } catch {
        throw NamespaceState.ReplayError(reason: error.description)
      }
    }
    let outcome = namespace.state.withLock { state in
      Result { () throws(NamespaceState.ReplayError) in
        try state.replay(change, namespace.settings, restored, mayBeOlder: mayBeOlder)
        state.isTouched = true
        state.lastChange = number
      }
    }
    try outcome.get()
  }
}
