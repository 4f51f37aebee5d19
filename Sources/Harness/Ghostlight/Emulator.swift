// `import Ghostlight` brings along what a test needs beside it: requests, responses and JSON, the
// names of HTTP, the vendors' configurations and what backends are made of. A vendor's emulator is
// built in where the trait of its name is on.
@_exported public import GhostlightCore
@_exported public import GhostlightEmulation
@_exported public import HTTPTypes

#if StackMobEmulator
  @_exported public import StackMobEmulator
#endif
#if MiaEmulator
  @_exported public import MiaEmulator
#endif
#if EGF2Emulator
  @_exported public import EGF2Emulator
#endif
#if AppCenterEmulator
  @_exported public import AppCenterEmulator
#endif
#if CosmosEmulator
  @_exported public import CosmosEmulator
#endif

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
}

/// Every vendor.
extension Emulator {
  /// The names of all vendors, built in or not: as sections of `ghostlight.json` have them.
  static let names = ["stackmob", "mia", "egf2", "appcenter", "cosmos"]

  /// Every emulator that is built in, each as a new account of its vendor.
  public static var all: [Emulator] {
    var all: [Emulator] = []
    #if StackMobEmulator
      all.append(.stackMob())
    #endif
    #if MiaEmulator
      all.append(.mia())
    #endif
    #if EGF2Emulator
      all.append(.egf2())
    #endif
    #if AppCenterEmulator
      all.append(.appCenter())
    #endif
    #if CosmosEmulator
      all.append(.cosmos())
    #endif
    return all
  }

  /// The emulator of a name, as its section of `ghostlight.json` says; `nil` where it is not built in.
  ///
  /// - Throws: `ConfigurationError` with the place.
  init?(
    named name: String, reading section: ConfigurationReader, at moment: Moment
  ) throws(ConfigurationError) {
    switch name {
    #if StackMobEmulator
      case "stackmob": self = .stackMob(try StackMobBackend(section, at: moment))
    #endif
    #if MiaEmulator
      case "mia": self = .mia(try MiaBackend(section, at: moment))
    #endif
    #if EGF2Emulator
      case "egf2": self = .egf2(try EGF2Backend(section, at: moment))
    #endif
    #if AppCenterEmulator
      case "appcenter":
        self = .appCenter(try AppCenterBackend(configuration: section.value, at: moment))
    #endif
    #if CosmosEmulator
      case "cosmos": self = .cosmos(try CosmosBackend(section, at: moment))
    #endif
    default: return nil
    }
  }
}

#if StackMobEmulator
  extension Emulator {
    /// StackMob, starting with `seed`.
    public static func stackMob(_ seed: StackMobBackend = StackMobBackend()) -> Emulator {
      Emulator(name: "stackmob", title: "StackMob", port: 4401, seed: seed)
    }
  }
#endif

#if MiaEmulator
  extension Emulator {
    /// Mia-Platform BaaS, both generations, starting with `seed`.
    public static func mia(_ seed: MiaBackend = MiaBackend()) -> Emulator {
      Emulator(name: "mia", title: "Mia", port: 4402, seed: seed)
    }
  }
#endif

#if EGF2Emulator
  extension Emulator {
    /// EGF2's public services, starting with `seed`; by default with the example application's types.
    public static func egf2(_ seed: EGF2Backend = EGF2Backend()) -> Emulator {
      Emulator(name: "egf2", title: "EGF2", port: 4403, seed: seed)
    }
  }
#endif

#if AppCenterEmulator
  extension Emulator {
    /// App Center's token exchange, starting with `seed`.
    public static func appCenter(_ seed: AppCenterBackend = AppCenterBackend()) -> Emulator {
      var emulator = Emulator(name: "appcenter", title: "App Center", port: 4404, seed: seed)
      emulator.namesListeners = true
      return emulator
    }
  }
#endif

#if CosmosEmulator
  extension Emulator {
    /// Azure Cosmos DB, starting with `seed`; by default with the collection that App Center names.
    public static func cosmos(_ seed: CosmosBackend = .forAppCenter()) -> Emulator {
      Emulator(name: "cosmos", title: "Cosmos DB", port: 8081, seed: seed)
    }
  }
#endif

extension StageConfiguration {
  /// Lets App Center's apps whose account is the standard one find Cosmos DB at another port, in all
  /// namespaces of every stage that has this configuration.
  public func noteCosmosPort(_ port: Int) {
    #if AppCenterEmulator
      for emulator in emulators {
        (emulator.seed as? AppCenterBackend)?.cosmosPort.note(port)
      }
    #endif
  }

  /// Lets those apps find Cosmos DB at an address of its own, as behind a proxy.
  package func noteCosmosOrigin(scheme: String, authority: String) {
    #if AppCenterEmulator
      for emulator in emulators {
        (emulator.seed as? AppCenterBackend)?.cosmosPort.note(scheme: scheme, authority: authority)
      }
    #endif
  }
}
