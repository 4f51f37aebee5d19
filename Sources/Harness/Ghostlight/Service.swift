// `import Ghostlight` also imports what a test needs: requests, responses, JSON, HTTP types and the
// vendors' configurations. Each vendor's emulator is built only if the package trait with its name
// is enabled.
@_exported public import GhostlightCore
@_exported public import GhostlightEmulation
@_exported public import HTTPTypes

import GhostlightRecording

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

/// Anything that a ``Stage`` hosts: the emulator of a vendor, a recording, a contract or an upstream.
///
/// A service is a backend with a name and a default port, and optionally an ``upstream`` for the
/// requests that the backend does not serve. Control calls, fault plans and the journal name it with
/// their member `emulator`.
///
/// The emulators of the vendors, such as ``stackMob(_:)``, have a parameter for the seed: the
/// configured backend with which every namespace starts. They also have the vendor's own ``hosts``.
///
/// ```swift
/// import Ghostlight
///
/// let configuration = StageConfiguration(services: [.egf2(), .cosmos()])
/// let stage = Stage(configuration)
/// ```
public struct Service: Sendable {
  /// The identifier on the command line and in URLs, such as `stackmob`.
  public let name: String
  /// A display name, such as `StackMob`.
  public let title: String
  /// The TCP port on which a server listens for this service by default.
  public let port: Int
  /// The backend that every new namespace starts with, as a copy.
  public var seed: any Backend
  /// The hosts of the server that the service stands in for, in the patterns of ``ProxyRule``.
  ///
  /// A proxy and the URL sessions of tests send requests for these hosts to the service, and its
  /// listener admits them. Two services of a stage cannot have the same host.
  public var hosts: [String]
  /// Responds to the requests that no route of the backend serves; `nil` by default.
  ///
  /// All namespaces share it. A stage calls it without holding a lock, applies the fault plan of the
  /// exchange to its response, and gives the journal entry the effect `forwarded`. The exchange
  /// changes no state, so it is not in the ``ChangeLog``, and its replay does not call the upstream.
  /// A service that only forwards has an empty `RecordingBackend` as its seed.
  public var upstream: Responder?
  /// The reason why the service cannot respond, such as a file that does not exist; `nil` if it can.
  ///
  /// A stage sets it when it has read the service's files. A test whose stage has such a service
  /// fails with this reason and does not run.
  public var problem: String?
  /// Called when a stage is created: reads the service's files and returns the complete service;
  /// `nil` if the service is complete.
  package var load: (@Sendable () -> Service)?
  /// Called for each request if there is a ``pageFolder``: returns whether the request is for a file
  /// in it, and not for the backend; `nil` for a service without web pages.
  package var isForPage: (@Sendable (Request) -> Bool)?
  /// The path of the folder with the web pages of the vendor's customers; `nil` if there is none.
  ///
  /// A server serves the files. A stage does not open them, and its journal does not contain them.
  package var pageFolder: String?
  /// Whether responses contain another service's port, which may differ after each start.
  var namesListeners = false

  /// Creates a service whose namespaces start with `seed`; by default, it has no ``hosts`` and no
  /// ``upstream``.
  public init(
    name: String, title: String, port: Int, seed: any Backend, hosts: [String] = [],
    upstream: Responder? = nil
  ) {
    self.name = name
    self.title = title
    self.port = port
    self.seed = seed
    self.hosts = hosts
    self.upstream = upstream
  }

  /// Whether the service accepts request bodies as streams of any length, because it forwards every
  /// request.
  var streamsBodies: Bool {
    upstream?.streamsBodies == true && (seed as? RecordingBackend)?.isEmpty == true
  }
}

/// The emulators of the vendors whose traits are enabled.
extension Service {
  /// The names of all vendors' emulators as spelled in `ghostlight.json`, including emulators that
  /// are not built in.
  static let names = ["stackmob", "mia", "egf2", "appcenter", "cosmos"]

  /// All emulators that are built in, each with an empty account.
  public static var all: [Service] {
    var all: [Service] = []
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

  /// Creates the emulator with a name from its section of `ghostlight.json`, or returns `nil` if
  /// that emulator is not built in.
  ///
  /// - Throws: `ConfigurationError` with the JSON path of the invalid value.
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
  extension Service {
    /// Creates a StackMob emulator, by default with an empty app.
    ///
    /// - Source: StackMob's SDKs and manuals.
    public static func stackMob(_ seed: StackMobBackend = StackMobBackend()) -> Service {
      var emulator = Service(
        name: "stackmob", title: "StackMob", port: 4401, seed: seed,
        hosts: ["stackmob.com", "*.stackmob.com", "*.stackmobapp.com"])
      emulator.isForPage = { StackMobBackend.isForPage($0) }
      return emulator
    }
  }
#endif

#if MiaEmulator
  extension Service {
    /// Creates an emulator of both generations of Mia-Platform BaaS, by default with an empty
    /// project.
    ///
    /// - Source: assumption: the hosting company's domain.
    public static func mia(_ seed: MiaBackend = MiaBackend()) -> Service {
      Service(
        name: "mia", title: "Mia", port: 4402, seed: seed,
        hosts: ["*.mia-platform.eu", "*.baas.invalid"])
    }
  }
#endif

#if EGF2Emulator
  extension Service {
    /// Creates an emulator of EGF2's public services.
    ///
    /// By default, it has the graph of EGF2's example application. EGF2 had no host of its own.
    public static func egf2(_ seed: EGF2Backend = EGF2Backend()) -> Service {
      Service(name: "egf2", title: "EGF2", port: 4403, seed: seed)
    }
  }
#endif

#if AppCenterEmulator
  extension Service {
    /// Creates an emulator of App Center's token exchange.
    ///
    /// - Source: App Center's SDKs and manuals.
    public static func appCenter(_ seed: AppCenterBackend = AppCenterBackend()) -> Service {
      var emulator = Service(
        name: "appcenter", title: "App Center", port: 4404, seed: seed,
        hosts: ["*.appcenter.ms", "token-exchange-mbaas-integration.dev.avalanch.es"])
      emulator.namesListeners = true
      return emulator
    }
  }
#endif

#if CosmosEmulator
  extension Service {
    /// Creates an Azure Cosmos DB emulator.
    ///
    /// By default it has the collection that App Center uses.
    ///
    /// - Source: Azure Cosmos DB's account hosts.
    public static func cosmos(_ seed: CosmosBackend = .forAppCenter()) -> Service {
      Service(
        name: "cosmos", title: "Cosmos DB", port: 8081, seed: seed,
        hosts: ["*.documents.azure.com"])
    }
  }
#endif

extension StageConfiguration {
  /// Sets the Cosmos DB port that App Center returns to apps with the default account.
  ///
  /// The port applies to all namespaces of every stage with this configuration. Call the method
  /// when the port is known, which may be after the stage was created.
  public func setCosmosPort(_ port: Int) {
    #if AppCenterEmulator
      for service in services {
        (service.seed as? AppCenterBackend)?.cosmosPort.setPort(port)
      }
    #endif
  }

  /// Sets the scheme and the authority of the Cosmos DB URL that App Center returns, for use behind
  /// a proxy.
  package func setCosmosOrigin(scheme: String, authority: String) {
    #if AppCenterEmulator
      for service in services {
        (service.seed as? AppCenterBackend)?.cosmosPort
          .setOrigin(scheme: scheme, authority: authority)
      }
    #endif
  }
}
