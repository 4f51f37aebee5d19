import Dispatch
import GhostlightCore
import HTTPTypes
import Synchronization

/// A log in which a stage records its changes before it sends responses.
///
/// Implement it to keep the state of a stage across restarts; pass the log to
/// ``Stage/init(_:log:)``. On the next start, load the latest ``StageSnapshot`` and replay the
/// changes after it with ``Stage/replay(_:number:mayBeOlder:)``. All methods may be called from any
/// thread.
public protocol ChangeLog: Sendable {
  /// The number of the last appended change, or 0.
  var last: Int64 { get }

  /// Appends a change and returns its number, which is greater than all numbers before.
  ///
  /// Called under the lock of the change's namespace, so it must return quickly and only queue.
  func append(_ change: Change) -> Int64

  /// Whether the last change could not be written, so that the next one would probably fail too.
  var isRefusing: Bool { get }

  /// Calls the completion when changes can be written again, or with an error after a failed
  /// attempt.
  ///
  /// Called without a lock. It must return quickly and must not wait. The completion may be called
  /// on any thread, and before this method returns.
  func whenAccepting(_ completion: @escaping @Sendable (ChangeLogError?) -> Void)

  /// Calls the completion when the change with a number, and all changes before it, are on disk.
  ///
  /// The completion gets an error if they will never be. Called without a lock. It must return
  /// quickly and must not wait. The completion may be called on any thread, and before this method
  /// returns.
  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void)

  /// Waits until the change with a number, and all changes before it, are on disk.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written.
  func waitUntilDurable(_ number: Int64) throws(ChangeLogError)
}

extension ChangeLog {
  /// `false` by default.
  ///
  /// A log that returns `true` spares the stage changes that would be lost.
  public var isRefusing: Bool { false }

  /// Calls the completion at once.
  public func whenAccepting(_ completion: @escaping @Sendable (ChangeLogError?) -> Void) {
    completion(nil)
  }

  /// Waits until the change with a number, and all changes before it, are on disk.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written; the client then gets an
  ///   error.
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
/// Clients get it as a response with status 503. Methods of ``Namespace`` throw it to the test or
/// the server. The state does not keep the change: it is not made at all, or the namespace is read
/// back from the log.
public struct ChangeLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence that names the problem and the remedy.
  public let description: String
  /// Whether a replayed change gave another response than the first time.
  public let isDifferentAnswer: Bool

  /// Creates an error with a message.
  public init(_ description: String, isDifferentAnswer: Bool = false) {
    self.description = description
    self.isDifferentAnswer = isDifferentAnswer
  }

  /// The error for a change that was lost before it reached the log.
  static let lost = ChangeLogError(
    "the change was lost, because changes before it could not be written; send it again later")
}

extension ChangeLogError {
  /// The response to a client whose change was not kept.
  var response: Response { NamespaceError.response(description, .serviceUnavailable) }
}

/// A consistent snapshot of all namespaces of a stage.
///
/// Create it with ``Stage/snapshotAll()`` and restore it with ``Stage/load(_:)``. A store of
/// changes saves one from time to time, so that it has to replay only the changes after ``number``.
public struct StageSnapshot: Sendable {
  /// The snapshot of one namespace, with its position in the log.
  ///
  /// A stage creates one for each namespace in ``Stage/snapshotAll()``. A store creates it when it
  /// reads the snapshot back from disk.
  public struct Entry: Sendable {
    /// The name of the namespace.
    public let namespace: String
    /// The state of the namespace.
    public let snapshot: Snapshot
    /// The number of the last change in the state, or 0.
    public let lastChange: Int64

    /// Creates an entry.
    public init(namespace: String, snapshot: Snapshot, lastChange: Int64) {
      self.namespace = namespace
      self.snapshot = snapshot
      self.lastChange = lastChange
    }
  }

  /// The entries, by name.
  public let entries: [Entry]

  /// The number up to which all changes are in the snapshot.
  ///
  /// Changes after it must be replayed if their entry does not have them; forks and drops always.
  public let number: Int64

  /// Creates a snapshot from entries that are consistent with each other.
  public init(entries: [Entry], number: Int64 = 0) {
    self.entries = entries
    self.number = number
  }
}
