public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a client takes from outside: the way to the service, time, chance, and what outlives it.
///
/// Apps need none of it; the defaults talk to the real service. To let an app's own code run
/// against an emulator in process, a recording, or a server on this machine, hand the client an
/// environment with another transport.
public struct SMEnvironment: Sendable {
  /// How requests reach the service.
  public var transport: Transport
  /// Whether `[` and `]` in a query are sent as `%5B` and `%5D`, as URL loading demands.
  ///
  /// Signatures cover what is sent, so this is done before signing.
  /// Where that is not set, it is what the transport needs.
  public var escapesBrackets: Bool {
    get { bracketsAreEscaped ?? transport.needsValidURLs }
    set { bracketsAreEscaped = newValue }
  }
  private var bracketsAreEscaped: Bool?
  /// The host for https, with a port unless it is 443; `nil` where it is the API host.
  public var httpsHost: String?
  /// Whether logins and other secure calls go over http, for a service without TLS.
  public var sendsSecureCallsOverHTTP = false
  /// What waits before a request is sent again.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// The time, by which tokens expire and requests are signed.
  public var now: @Sendable () -> Date = { Date() }
  /// The part of a signature that differs from request to request: `n` and a number below 10000.
  public var nonce: @Sendable () -> String = { "n\(Int.random(in: 0..<10_000))" }
  /// Where sessions are kept while the app is not running.
  public var store: any SMSessionStore = SMStandardSessionStore()
  /// Where passwords of users are kept until Core Data has created the users.
  public var passwords: any SMPasswordStore = SMStandardPasswordStore()
  /// The folder of the files that a Core Data store keeps.
  public var storageFolder: URL = FolderStore.applicationSupport
  /// What takes the lines that are logged.
  public var log: @Sendable (String) -> Void = { NSLog("%@", $0) }
  /// What the client calls itself.
  public var userAgent = SMEnvironment.standardUserAgent
  /// The keys of the emulator that this environment leads to.
  var emulatorKeys = EmulatorKeys()

  /// An environment whose requests go over the network.
  public init(urlSession: URLSession = .shared) { self.init(transport: .urlSession(urlSession)) }

  /// An environment whose requests go another way; in process, targets to the letter.
  public init(transport: Transport) { self.transport = transport }

  /// `StackMob/<version> (<system>/<its version>; <locale>;)`, as the vendor's SDK prints it.
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
  /// StackMob's.
  public static let emulators = ["stackmob"]

  /// An environment in these surroundings, whose sessions are forgotten with it.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("stackmob"))
    now = surroundings.now
    clock = surroundings.clock
    store = SMMemorySessionStore()
    passwords = SMMemoryPasswordStore()
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
