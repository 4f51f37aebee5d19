extension Task where Success == Void, Failure == Never {
  /// Runs the work on this thread as far as it goes without waiting, where the system can do so.
  @discardableResult
  package static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate(operation: work)
    } else {
      Task(operation: work)
    }
  }
}
