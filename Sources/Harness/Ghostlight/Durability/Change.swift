public import GhostlightCore

/// Something that made a namespace another one: what a durable stage writes down.
///
/// Replaying the changes of a namespace in order, each at its own moment, gives the same state.
public struct Change: Sendable, Hashable {
  /// What happened.
  public enum Operation: Sendable, Hashable {
    /// A changing route served a request.
    case exchange(emulator: String, Request)
    /// A provider state was brought about.
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
