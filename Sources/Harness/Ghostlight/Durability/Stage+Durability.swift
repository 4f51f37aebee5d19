import GhostlightCore
import GhostlightEmulation
import Synchronization

/// Saving and loading all namespaces, for a store of changes.
extension Stage {
  /// Returns a consistent snapshot of all namespaces.
  ///
  /// It takes little time and does not block clients.
  public func snapshotAll() -> StageSnapshot {
    inOrder {
      // Read the number first: all changes up to it are complete, because a namespace stays locked
      // until its change is made.
      let number = log?.last ?? 0
      let all = spaces.withLock { $0.all }
      return StageSnapshot(
        entries: all.map { $0.snapshotEntry() }.sorted { $0.namespace < $1.namespace },
        number: number)
    }
  }

  /// Replaces all namespaces with those of a snapshot; call it before the stage serves requests.
  public func load(_ snapshot: StageSnapshot) {
    var loaded: [String: Namespace] = [:]
    for entry in snapshot.entries {
      loaded[entry.namespace] = Namespace(
        settings(entry.namespace), from: entry.snapshot,
        lastChange: entry.lastChange)
    }
    spaces.withLock { $0 = NamespaceTable(loaded) }
  }

  /// Replays a logged change without logging it again; call it before the stage serves requests.
  ///
  /// - Parameters:
  ///   - change: The change as read from the log.
  ///   - number: The number of the change in the log.
  ///   - mayBeOlder: Whether to try again with the identifiers of older versions of the package if
  ///     the response differs. This makes every replay slower.
  /// - Throws: ``ChangeLogError`` if the change cannot be made on this stage, or if its response
  ///   differs from the logged one. The change may then have been made in part.
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
