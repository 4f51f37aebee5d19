import Dispatch
import GhostlightCore
import HTTPTypes
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
  func whenAccepting(_ completion: @escaping @Sendable (ChangeLogError?) -> Void)

  /// Calls back, on any thread and perhaps at once, when the change of this number, and so all
  /// before it, outlive the process; with a problem where they never will.
  ///
  /// Called under no lock; it returns soon and waits for nothing.
  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void)

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: ``ChangeLogError`` where it cannot be written.
  func waitUntilDurable(_ number: Int64) throws(ChangeLogError)
}

extension ChangeLog {
  /// Never: whoever knows better spares a stage changes that would be lost.
  public var isRefusing: Bool { false }

  /// Calls back at once.
  public func whenAccepting(_ completion: @escaping @Sendable (ChangeLogError?) -> Void) {
    completion(nil)
  }

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: ``ChangeLogError`` where it cannot be written; the client is then not told that
  ///   its change was kept.
  public func waitUntilDurable(_ number: Int64) throws(ChangeLogError) {
    let outcome = Mutex<ChangeLogError?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    whenDurable(number) { problem in
      outcome.withLock { $0 = problem }
      isDone.signal()
    }
    isDone.wait()
    if let problem = outcome.withLock({ $0 }) { throw problem }
  }
}

/// Why changes cannot be written down.
public struct ChangeLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String
  /// Whether a change was done again and the answer was another than the first time.
  public let isDifferentAnswer: Bool

  /// Says what is wrong and what to do.
  public init(_ description: String, isDifferentAnswer: Bool = false) {
    self.description = description
    self.isDifferentAnswer = isDifferentAnswer
  }

  /// What is said of changes that are lost before a log is asked.
  static let lost = ChangeLogError(
    "the change was lost, because changes before it could not be written; send it again later")
}

extension ChangeLogError {
  /// What a client gets whose change was not kept.
  var response: Response { NamespaceError.response(description, .serviceUnavailable) }
}

/// All namespaces of a stage at one point, consistent with each other.
public struct StageSnapshot: Sendable {
  /// A namespace as it was.
  public struct Entry: Sendable {
    /// Its name.
    public let namespace: String
    /// Its state.
    public let snapshot: Snapshot
    /// The number of the last change in it, 0 for none.
    public let lastChange: Int64

    /// Makes an entry.
    public init(namespace: String, snapshot: Snapshot, lastChange: Int64) {
      self.namespace = namespace
      self.snapshot = snapshot
      self.lastChange = lastChange
    }
  }

  /// By name.
  public let entries: [Entry]

  /// Of the changes up to this number all are in the snapshot.
  ///
  /// Of those after it, the ones that an entry has not are to be replayed, with all forks and drops.
  public let number: Int64

  /// Makes a snapshot of entries that belong together.
  public init(entries: [Entry], number: Int64 = 0) {
    self.entries = entries
    self.number = number
  }
}
