#if canImport(CoreData) || ManagedObjects
  import Dispatch
  import GhostlightClient
  import Synchronization

  /// The sync settings of a store, and whether a sync is running.
  final class SyncSettings: Sendable {
    /// The settings that an app can change.
    struct Options: Sendable {
      var defaultPolicy: Callback<SMMergePolicy> = Callback(SMMergePolicyServerModifiedWins)
      var policies: [DirtyKind: Callback<SMMergePolicy>] = [:]
      /// The queue on which merge policies and callbacks run.
      var queue: DispatchQueue = .main
      var sendsTimestamps = false
      var onFailure: [DirtyKind: Callback<SMSyncCallback>] = [:]
      var onCompletion: Callback<SMSyncCallback>?

      func policy(for kind: DirtyKind) -> Callback<SMMergePolicy> {
        policies[kind] ?? defaultPolicy
      }
    }

    private let state = Mutex((options: Options(), isRunning: false))

    var options: Options {
      get { state.withLock { $0.options } }
      set { state.withLock { $0.options = newValue } }
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Marks a sync as running, and returns `true`; returns `false` if another sync is already
    /// running.
    func begin() -> Bool {
      state.withLock { state in
        defer { state.isRunning = true }
        return !state.isRunning
      }
    }

    /// Marks the running sync as ended.
    func end() { state.withLock { $0.isRunning = false } }
  }
#endif
