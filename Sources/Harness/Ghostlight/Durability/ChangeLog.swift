import Dispatch
import Synchronization

/// Where a stage writes its changes down before it answers.
public protocol ChangeLog: Sendable {
  /// The number of the last change that was taken, 0 for none.
  var last: Int64 { get }

  /// Takes the next change and answers its number, greater than all before.
  ///
  /// Called under the lock of the change's namespace, so it must be quick and only queue.
  func append(_ change: Change) -> Int64

  /// Whether the last change could not be written: another one will probably share its fate.
  var isRefusing: Bool { get }

  /// Calls back, on any thread and perhaps at once, when changes can be written again, or with the
  /// problem where it was tried and they cannot.
  ///
  /// Called under no lock; it returns soon and waits for nothing.
  func whenAccepting(_ completion: @escaping @Sendable (ChangeLogProblem?) -> Void)

  /// Calls back, on any thread and perhaps at once, when the change of this number, and so all
  /// before it, outlive the process; with a problem where they never will.
  ///
  /// Called under no lock; it returns soon and waits for nothing.
  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogProblem?) -> Void)

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: ``ChangeLogProblem`` where it cannot be written.
  func waitUntilDurable(_ number: Int64) throws(ChangeLogProblem)
}

extension ChangeLog {
  /// Never: whoever knows better spares a stage changes that would be lost.
  public var isRefusing: Bool { false }

  /// Calls back at once.
  public func whenAccepting(_ completion: @escaping @Sendable (ChangeLogProblem?) -> Void) {
    completion(nil)
  }

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: ``ChangeLogProblem`` where it cannot be written; the client is then not told that
  ///   its change was kept.
  public func waitUntilDurable(_ number: Int64) throws(ChangeLogProblem) {
    let outcome = Mutex<ChangeLogProblem?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    whenDurable(number) { problem in
      outcome.withLock { $0 = problem }
      isDone.signal()
    }
    isDone.wait()
    if let problem = outcome.withLock({ $0 }) { throw problem }
  }
}
