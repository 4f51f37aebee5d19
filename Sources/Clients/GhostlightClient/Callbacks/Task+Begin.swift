extension Task where Success == Void, Failure == Never {
  /// Runs the work on this thread as far as it goes without waiting, where the system can do so, and
  /// the rest on the executor.
  @discardableResult
  package static func begin(
    on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate(executorPreference: executor, operation: work)
    } else {
      Task(executorPreference: executor, operation: work)
    }
  }
}
