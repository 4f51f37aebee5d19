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

  /// The namespace that changed.
  public var namespace: String
  /// The number of the moment, from which identifiers are derived.
  public var moment: UInt64
  /// The namespace's time, in milliseconds since 1970.
  public var milliseconds: Int64
  /// What happened.
  public var operation: Operation

  /// Makes a change.
  public init(namespace: String, moment: UInt64, milliseconds: Int64, _ operation: Operation) {
    self.namespace = namespace
    self.moment = moment
    self.milliseconds = milliseconds
    self.operation = operation
  }
}
