public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of a client: transport, clock, random numbers and storage.
///
/// Apps do not need it; the defaults use the real service. To run an app's own code against an
/// in-process emulator, a recording or a server on this machine, create an environment with a
/// different transport, and pass it to the client. An environment is a value: a client copies it
/// when the client is created.
///
/// ```swift
/// import StackMob
///
/// func clientForTests() throws -> SMClient {
///   var environment = SMEnvironment()
///   environment.store = SMMemorySessionStore()
///   environment.passwords = SMMemoryPasswordStore()
///   return try SMClient(environment: environment)
/// }
/// ```
public struct SMEnvironment: Sendable {
  /// The transport that sends requests to the service.
  public var transport: Transport
  /// Whether `[` and `]` in a query are sent as `%5B` and `%5D`, which the URL loading system
  /// requires.
  ///
  /// They are encoded before signing, because a signature covers the query as it is sent. If the
  /// property is not set, the transport decides.
  public var escapesBrackets: Bool {
    get { bracketsAreEscaped ?? transport.needsValidURLs }
    set { bracketsAreEscaped = newValue }
  }
  private var bracketsAreEscaped: Bool?
  /// The host for https, followed by its port unless that is 443; `nil` to use the API host.
  public var httpsHost: String?
  /// Whether logins and other secure calls use http, for a service without TLS.
  public var sendsSecureCallsOverHTTP = false
  /// The clock that measures the wait before a request is sent again.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns the current time, for the expiration of tokens and for signatures.
  public var now: @Sendable () -> Date = { Date() }
  /// Returns the nonce of a signature; by default `n` and a random number below 10,000.
  public var nonce: @Sendable () -> String = { "n\(Int.random(in: 0..<10_000))" }
  /// The store that keeps sessions while the app is not running.
  public var store: any SMSessionStore = SMStandardSessionStore()
  /// The store that keeps new users' passwords until Core Data has created the users.
  public var passwords: any SMPasswordStore = SMStandardPasswordStore()
  /// The folder for the cache files of Core Data stores.
  public var storageFolder: URL = FolderStore.applicationSupport
  /// Called with each line that the client logs.
  public var log: @Sendable (String) -> Void = { NSLog("%@", $0) }
  /// The value of the header field `User-Agent`.
  public var userAgent = SMEnvironment.standardUserAgent
  /// The keys of the emulator that this environment uses.
  var emulatorKeys = EmulatorKeys()

  /// Creates an environment that sends requests over the network.
  public init(urlSession: URLSession = .shared) { self.init(transport: .urlSession(urlSession)) }

  /// Creates an environment with a different transport.
  ///
  /// If the transport calls an emulator in the same process, `[` and `]` in queries are not
  /// encoded.
  public init(transport: Transport) { self.transport = transport }

  /// The default `User-Agent`, in the format of the vendor's SDK.
  ///
  /// The format is `StackMob/<SDK version> (<system>/<system version>; <locale>;)`.
  public static let standardUserAgent: String = {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let numbers = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    return "StackMob/2.2.0 (\(system)/\(numbers); \(Locale.current.identifier);)"
  }()

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "Macintosh"
    #else
      "iPhone"
    #endif
  }
}

extension SMEnvironment: ClientEnvironment {
  /// The names of the emulators that an environment for tests uses.
  public static let emulators = ["stackmob"]

  /// Creates an environment for a test, which keeps sessions and passwords in memory.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("stackmob"))
    now = surroundings.now
    clock = surroundings.clock
    store = SMMemorySessionStore()
    passwords = SMMemoryPasswordStore()
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
