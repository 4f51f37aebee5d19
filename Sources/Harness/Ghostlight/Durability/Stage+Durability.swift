import GhostlightCore
import GhostlightEmulation
import Synchronization

/// What a store of changes needs from a stage: cuts to save, and a way back.
extension Stage {
  /// All namespaces as they are now, consistent with each other; cheap, and nobody waits for it.
  public func cut() -> StageCut {
    inOrder {
      // Read first: whatever was taken by now is done, since its namespace is locked until then.
      let number = log?.last ?? 0
      let all = spaces.withLock { Array($0.values) }
      return StageCut(
        entries: all.map { $0.cut() }.sorted { $0.namespace < $1.namespace }, number: number)
    }
  }

  /// Puts a cut in the place of all namespaces, before anything is served.
  public func load(_ cut: StageCut) {
    var loaded: [String: Namespace] = [:]
    for entry in cut.entries {
      loaded[entry.namespace] = Namespace(
        Scene(name: entry.namespace, configuration, log: log), from: entry.snapshot,
        lastChange: entry.lastChange)
    }
    spaces.withLock { $0 = loaded }
  }

  /// Does again what a change did, without writing it down, before anything is served.
  ///
  /// - Throws: ``ChangeLogProblem`` where the change does not fit this stage.
  public func replay(_ change: Change, number: Int64) throws(ChangeLogProblem) {
    do throws(NamespaceProblem) {
      switch change.operation {
      case .drop:
        spaces.withLock { _ = $0.removeValue(forKey: change.namespace) }
      case .fork(let source):
        let origin = try namespace(source).snapshot()
        let fork = Namespace(
          Scene(name: change.namespace, configuration, log: log), from: origin,
          lastChange: number)
        fork.state.withLock { $0.moments = change.moment }
        spaces.withLock { $0[change.namespace] = fork }
      default:
        try replay(change, number: number, in: try namespace(change.namespace))
      }
    } catch {
      throw ChangeLogProblem("change \(number) cannot be replayed: \(error)")
    }
  }

  private func replay(
    _ change: Change, number: Int64, in namespace: Namespace
  ) throws(NamespaceProblem) {
    var restored: Snapshot?
    if case .restore(let json) = change.operation {
      do throws(SnapshotProblem) {
        restored = try snapshot(from: json)
      } catch {
        throw .notKept(error.description)
      }
    }
    let problem = namespace.state.withLock { state in
      state.replay(change, namespace.scene, restored)
    }
    if let problem { throw .notKept(problem) }
    namespace.state.withLock { $0.lastChange = number }
  }
}
