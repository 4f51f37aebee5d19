public import GhostlightCore

/// A change to the state of a namespace, as a durable stage logs it.
///
/// A ``ChangeLog`` stores changes in order. Replaying the changes of a namespace, each at its own
/// moment, restores the state. The response is logged as a digest, so that a replay can detect that
/// another version of an emulator responds differently.
public struct Change: Sendable, Hashable {
  /// The operation that made a change.
  ///
  /// An operation has everything that a replay needs besides the moment: the complete request, the
  /// parameters of a provider state, or a snapshot. The seeds are not included; they come from the
  /// configuration.
  public enum Operation: Sendable, Hashable {
    /// A request was served by a route that changes state.
    case exchange(emulator: String, Request)
    /// A provider state was set up.
    case state(emulator: String, name: String, parameters: JSONObject)
    /// The clock was changed to this one.
    case clock(VirtualClock)
    /// The namespace, or one of its emulators, was reset to the seeds.
    case reset(emulator: String?)
    /// The namespace was replaced with a copy of another.
    case fork(of: String)
    /// The namespace was dropped.
    case drop
    /// A snapshot was restored, in the format of ``Snapshot/json``.
    case restore(JSON)
  }

  /// The response to a change, for comparison when the change is replayed.
  ///
  /// A stage creates ``response(status:body:)``. A log need only store the ``digest``, and returns
  /// a replayed change with ``digest(_:)``.
  public enum Answer: Sendable, Hashable {
    /// The status code and the body, before they are logged.
    case response(status: Int, body: [UInt8])
    /// A digest of both, as it is stored in the log.
    case digest(UInt64)

    /// A 64-bit digest of the response.
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

  /// The namespace that changed.
  public var namespace: String
  /// The number of the moment, from which identifiers are derived.
  public var moment: UInt64
  /// The time on the namespace's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The operation.
  public var operation: Operation
  /// The response, or `nil` if it is not compared.
  public var answer: Answer?

  /// The number of a change that is not logged, because the state that it changed is about to be read
  /// back from the log.
  public static let lost = Int64.max

  /// Creates a change.
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

/// A fast 64-bit digest that processes eight bytes at a time and gives the same value on every
/// machine.
///
/// It is not cryptographic: it does not protect against forgery.
package struct Digest64: Sendable {
  /// The digest of everything that was added.
  package private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates the digest of no data.
  package init() {}

  package mutating func add(_ word: UInt64) {
    let product = (value ^ word ^ 0xd6e8_feb8_6659_fd93)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    value = product.high ^ product.low ^ value &>> 47
  }

  /// Adds bytes and their count.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds bytes and their count.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      add(UInt64(littleEndian: word))
    }
    var rest: UInt64 = 0
    for byte in bytes[whole...] { rest = rest &<< 8 | UInt64(byte) }
    add(rest)
    add(UInt64(bytes.count))
  }
}
