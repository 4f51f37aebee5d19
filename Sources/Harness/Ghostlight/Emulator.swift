// `import Ghostlight` brings along what a test needs beside it: requests, responses and JSON, the
// names of HTTP, the vendors' configurations and what backends are made of.
@_exported public import AppCenterEmulator
@_exported public import CosmosEmulator
@_exported public import EGF2Emulator
@_exported public import GhostlightCore
@_exported public import GhostlightEmulation
@_exported public import HTTPTypes
@_exported public import MiaEmulator
@_exported public import StackMobEmulator

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
  /// Whether answers name the port of another listener, which may differ from start to start.
  var namesListeners = false

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

  /// Mia-Platform BaaS, both generations, starting with `seed`.
  public static func mia(_ seed: MiaBackend = MiaBackend()) -> Emulator {
    Emulator(name: "mia", title: "Mia", port: 4402, seed: seed)
  }

  /// EGF2's public services, starting with `seed`; by default with the example application's types.
  public static func egf2(_ seed: EGF2Backend = EGF2Backend()) -> Emulator {
    Emulator(name: "egf2", title: "EGF2", port: 4403, seed: seed)
  }

  /// App Center's token exchange, starting with `seed`.
  public static func appCenter(_ seed: AppCenterBackend = AppCenterBackend()) -> Emulator {
    var emulator = Emulator(name: "appcenter", title: "App Center", port: 4404, seed: seed)
    emulator.namesListeners = true
    return emulator
  }

  /// Azure Cosmos DB, starting with `seed`; by default with the collection that App Center names.
  public static func cosmos(_ seed: CosmosBackend = .forAppCenter()) -> Emulator {
    Emulator(name: "cosmos", title: "Cosmos DB", port: 8081, seed: seed)
  }

  /// Every emulator there is, each as a new account of its vendor.
  public static var all: [Emulator] {
    [.stackMob(), .mia(), .egf2(), .appCenter(), .cosmos()]
  }
}
