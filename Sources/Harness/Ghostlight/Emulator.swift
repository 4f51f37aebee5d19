public import GhostlightEmulation
public import StackMobEmulator

/// One vendor's emulator: its name on the command line and in addresses, and its backend.
public struct Emulator: Sendable {
  /// The name: `stackmob`.
  public let name: String
  /// What people call it: `StackMob`.
  public let title: String
  /// The port that it listens on unless told otherwise.
  public let port: Int
  /// The backend that every namespace starts with.
  public var seed: any Backend

  /// Makes an emulator whose namespaces start with `seed`.
  public init(name: String, title: String, port: Int, seed: any Backend) {
    self.name = name
    self.title = title
    self.port = port
    self.seed = seed
  }

  /// StackMob, starting with `seed`.
  public static func stackMob(_ seed: StackMobBackend = StackMobBackend()) -> Emulator {
    Emulator(name: "stackmob", title: "StackMob", port: 4401, seed: seed)
  }

  /// Every emulator there is, each as a new account of its vendor.
  public static var all: [Emulator] { [.stackMob()] }
}
