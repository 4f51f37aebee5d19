public import GhostlightCore

/// Something that made a namespace another one: what a durable stage writes down.
///
/// Replaying the changes of a namespace in order, each at its own moment, gives the same state.
public struct Change: Sendable, Hashable {
  /// What happened.
  public enum Operation: Sendable, Hashable {
    /// A changing route served a request.
    case exchange(emulator: String, Request)
    /// A provider state was set up.
    case state(emulator: String, name: String, parameters: JSONObject)
    /// The clock was moved, set, stopped or started; this is what it was then.
    case clock(VirtualClock)
    /// The namespace, or one emulator in it, went back to the seeds.
    case reset(emulator: String?)
    /// The namespace became a copy of another.
    case fork(of: String)
    /// The namespace was dropped.
    case drop
    /// A snapshot took the state's place, in the form that the control API shows.
    case restore(JSON)
  }

  /// What a change was answered, so that doing it again can be compared.
  public enum Answer: Sendable, Hashable {
    /// The status code and the body, before they are written down.
    case response(status: Int, body: [UInt8])
    /// What is written down of them.
    case digest(UInt64)

    /// 64 bits that another answer has only by chance.
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
  /// The namespace's time, in milliseconds since 1970.
  public var milliseconds: Int64
  /// What happened.
  public var operation: Operation
  /// What was answered; `nil` where that is not compared.
  public var answer: Answer?

  /// In the place of a number: a change that is never written down, because what it changed is
  /// about to be read back from the log.
  public static let lost = Int64.max

  /// Makes a change.
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

/// A fast digest of 64 bits, eight bytes a step, the same on every machine; no secret and no proof
/// against forgery.
package struct Digest64: Sendable {
  /// The digest of all that was added.
  package private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The digest of nothing.
  package init() {}

  /// Adds a number.
  package mutating func add(_ word: UInt64) {
    let product = (value ^ word ^ 0xd6e8_feb8_6659_fd93)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    value = product.high ^ product.low ^ value &>> 47
  }

  /// Adds bytes and how many they are.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds bytes and how many they are.
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
