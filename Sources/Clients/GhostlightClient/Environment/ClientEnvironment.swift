/// What an SDK takes from outside: the way to its services, time, waiting, and what outlives it.
///
/// Each SDK's environment is one, so that a test sets up any of them alike, without knowing them.
public protocol ClientEnvironment: Sendable {
  /// The names of the emulators that stand in for the SDK's services.
  static var emulators: [String] { get }

  /// An environment in these surroundings, which keeps everything in memory.
  init(_ surroundings: ClientSurroundings)
}
