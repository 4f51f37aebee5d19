import Dispatch
import GhostlightCore
import HTTPTypes
import Synchronization

/// A log in which a stage records its changes before it sends responses.
///
/// Implement this protocol to keep the state of a stage across restarts; pass the log to
/// ``Stage/init(_:log:)``. On the next start, load the latest ``StageSnapshot`` and replay the
/// later changes with ``Stage/replay(_:number:mayBeOlder:)``. All methods may be called from any
/// thread.
public protocol ChangeLog: Sendable {
  /// The number of the last appended change; 0 if there is none.
  var last: Int64 { get }

  /// Appends a change and returns its number, which is greater than the numbers of all earlier
  /// changes.
  ///
  /// The stage calls it while it holds the lock of the change's namespace, so it must return
  /// quickly: add the change to a queue, and write it later.
  func append(_ change: Change) -> Int64

  /// The reason why the log stores no more changes, or `nil` if it does.
  ///
  /// A log that could not write a change must not write a later one, because a replay would miss the
  /// change between them. It must have set this property, for good, before a completion gets the
  /// error. The stage then refuses every request, because its state contains a change that the log
  /// does not contain. The stage reads this property for each request, so it must return quickly.
  var failure: ChangeLogError? { get }

  /// Calls the completion when the change with a number, and all changes before it, are on disk.
  ///
  /// The completion gets an error if the change will never be on disk. The stage calls the method
  /// without holding a lock. The method must return quickly and must not wait. The completion may
  /// be called on any thread, also before this method returns.
  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void)

  /// Waits until the change with a number, and all changes before it, are on disk.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written.
  func waitUntilDurable(_ number: Int64) throws(ChangeLogError)
}

extension ChangeLog {
  /// Waits until the change with a number, and all changes before it, are on disk.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written.
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

/// The reason why a change could not be written to the log, or could not be replayed.
///
/// Clients get it as a response with status 503; methods of ``Namespace`` throw it. After a failed
/// write, a stage gives no other response until it is created again and restored from the log, which
/// does not contain the change.
public struct ChangeLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the problem and how to fix it.
  public let description: String
  /// Whether a replayed change got a different response than when it was logged.
  public let isDifferentAnswer: Bool

  /// Creates an error with a message for the developer.
  public init(_ description: String, isDifferentAnswer: Bool = false) {
    self.description = description
    self.isDifferentAnswer = isDifferentAnswer
  }
}

extension ChangeLogError {
  /// The response that clients get after a change could not be written.
  var response: Response { NamespaceError.response(description, .serviceUnavailable) }
}

/// A consistent snapshot of all namespaces of a stage.
///
/// Create it with ``Stage/snapshotAll()`` and restore it with ``Stage/load(_:)``. A store of
/// changes saves one from time to time, so that a start replays only the changes after ``number``.
public struct StageSnapshot: Sendable {
  /// The snapshot of one namespace, with the number of the last change that it contains.
  ///
  /// ``Stage/snapshotAll()`` creates one for each namespace. A store of changes creates it when it
  /// reads the snapshot back from disk.
  public struct Entry: Sendable {
    /// The name of the namespace.
    public let namespace: String
    /// The complete state of the namespace.
    public let snapshot: Snapshot
    /// The number of the last change that the state contains; 0 if there is none.
    public let lastChange: Int64

    /// Creates the entry of one namespace.
    public init(namespace: String, snapshot: Snapshot, lastChange: Int64) {
      self.namespace = namespace
      self.snapshot = snapshot
      self.lastChange = lastChange
    }
  }

  /// The snapshots of the namespaces, sorted by name.
  public let entries: [Entry]

  /// The number of a change: the snapshot contains this change and all earlier ones.
  ///
  /// A later change must be replayed if it is a fork or a drop, or if its number is greater than
  /// ``Entry/lastChange`` of its namespace.
  public let number: Int64

  /// Creates a snapshot from entries that are consistent with each other.
  public init(entries: [Entry], number: Int64 = 0) {
    self.entries = entries
    self.number = number
  }
}
