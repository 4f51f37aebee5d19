public import GhostlightCore
import GhostlightEmulation

/// A change to the state of a namespace, as a durable stage logs it.
///
/// A ``ChangeLog`` stores changes in order. Replaying the changes of a namespace, each at its own
/// moment, restores the namespace's state. The response is logged as a digest, so that a replay
/// detects that another version of an emulator responds differently.
public struct Change: Sendable, Hashable {
  /// The operation that made a change.
  ///
  /// An operation contains everything that a replay needs besides the moment: the complete request,
  /// the parameters of a provider state, or a snapshot. The emulators' seeds are not included; they
  /// come from the configuration.
  public enum Operation: Sendable, Hashable {
    /// A route that changes state served a request.
    case exchange(emulator: String, Request)
    /// A test or a contract set up a provider state, or edited a row.
    case state(emulator: String, name: String, parameters: JSONObject)
    /// The namespace's clock was replaced with the associated value.
    case clock(VirtualClock)
    /// The namespace was reset to the emulators' seeds, or only one emulator if its name is given.
    case reset(emulator: String?)
    /// The namespace was replaced with a copy of the namespace with this name.
    case fork(of: String)
    /// The namespace was deleted.
    case drop
    /// The namespace was restored from a snapshot, which is in the format of ``Snapshot/json``.
    case restore(JSON)
  }

  /// The response to a change, with which a replay compares its own response.
  ///
  /// A stage creates ``response(status:body:)``. A log need only store the ``digest``; when it
  /// reads the change back, it creates ``digest(_:)``.
  public enum Answer: Sendable, Hashable {
    /// The status code and the body, before the change is logged.
    case response(status: Int, body: [UInt8])
    /// The digest of the status code and the body, as read from the log.
    case digest(UInt64)

    /// A 64-bit digest of the status code and the body.
    public var digest: UInt64 {
      switch self {
      case .digest(let digest): return digest
      case .response(let status, let body):
        var digest = Digest64()
        digest.add(UInt64(bitPattern: Int64(status)))
        digest.add(body)
        return digest.value
      }
    }
  }

  /// The name of the namespace that changed.
  public var namespace: String
  /// The number of the change's moment in its namespace, from which identifiers are derived.
  public var moment: UInt64
  /// The time on the namespace's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The operation that changed the namespace.
  public var operation: Operation
  /// The response to the change, or `nil` if a replay does not compare it.
  public var answer: Answer?

  /// Creates a change of a namespace.
  public init(
    namespace: String, moment: UInt64, milliseconds: Int64, _ operation: Operation,
    answer: Answer? = nil
  ) {
    self.namespace = namespace
    self.moment = moment
    self.milliseconds = milliseconds
    self.operation = operation
    self.answer = answer
  }
}
