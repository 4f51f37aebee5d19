#if canImport(CoreData) || ManagedObjects
  import Dispatch
  import GhostlightClient
  import Synchronization

  /// How a store synchronises, and whether it does at the moment.
  final class SyncSettings: Sendable {
    /// What an app may set.
    struct Options: Sendable {
      var defaultPolicy: Callback<SMMergePolicy> = Callback(SMMergePolicyServerModifiedWins)
      var policies: [DirtyKind: Callback<SMMergePolicy>] = [:]
      /// Where policies and callbacks run.
      var queue: DispatchQueue = .main
      var sendsTimestamps = false
      var onFailure: [DirtyKind: Callback<SMSyncCallback>] = [:]
      var onCompletion: Callback<SMSyncCallback>?

      /// The policy for a kind of objects.
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

    /// Begins a sync, unless one is under way.
    func begin() -> Bool {
      state.withLock { state in
        defer { state.isRunning = true }
        return !state.isRunning
      }
    }

    /// Ends the sync that is under way.
    func end() { state.withLock { $0.isRunning = false } }
  }
#endif
