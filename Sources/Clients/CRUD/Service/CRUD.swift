public import Dispatch
public import Foundation
public import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// An app's way to a project's collections, from BaaS 4 on.
///
/// Instances are cheap and share nothing; most apps keep one. Each operation exists three times:
/// `sync` blocks the calling thread, `async` with a closure returns at once and tells the closure on
/// ``callbackQueue``, and `async` without one is for `await`. All of them fail with ``CRUDError``.
///
/// ```swift
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let authors: [Author] = try crud.get(collection: "author").sync(object: Author.self)
/// ```
///
/// The class has its module's name because the vendor's has; other types of the module are named
/// without a prefix.
///
/// - Source: protocol reference C7.
public final class CRUD: Sendable {
  private struct Settings {
    var sessionID: String?
    var callbackQueue: DispatchQueue
    var encoder = JSONEncoder.ofCRUD
    var decoder = JSONDecoder.ofCRUD
  }

  let transport: Transport
  private let address: Result<ServiceAddress, CRUDError>
  private let secret: String
  private let settings: Mutex<Settings>

  /// An instance whose requests go over the network.
  ///
  /// Without a scheme, the base path is one of https. It is checked when a request is made:
  /// ``CRUDError/invalidURL(_:)``.
  public convenience init(basePath: String, secret: String) {
    self.init(basePath: basePath, secret: secret, transport: .ofCRUD)
  }

  /// An instance whose requests go another way: to an emulator in process, or to a recording.
  public convenience init(basePath: String, secret: String, transport: Transport) {
    self.init(
      basePath: basePath, secret: secret, environment: CRUDEnvironment(transport: transport))
  }

  /// An instance with all that it takes from outside.
  public init(basePath: String, secret: String, environment: CRUDEnvironment) {
    transport = environment.transport
    settings = Mutex(Settings(callbackQueue: environment.callbackQueue))
    self.secret = secret
    address = Result { () throws(CRUDError) in try ServiceAddress(basePath) }
  }

  /// Makes all later requests those of a session, which a login made with `mkApp` has opened.
  public func setSessionID(sessionID: String) {
    settings.withLock { $0.sessionID = sessionID }
  }

  /// Makes all later requests anonymous.
  public func resetSessionID() {
    settings.withLock { $0.sessionID = nil }
  }

  /// Where closures are called: the main queue unless set.
  ///
  /// On Linux the main queue runs only in a program that runs it, by `RunLoop` or `dispatchMain()`.
  public var callbackQueue: DispatchQueue {
    get { settings.withLock { $0.callbackQueue } }
    set { settings.withLock { $0.callbackQueue = newValue } }
  }

  /// What turns `Encodable` objects into JSON: dates as ISO text with milliseconds unless set.
  public var encoder: JSONEncoder {
    get { settings.withLock { $0.encoder } }
    set { settings.withLock { $0.encoder = newValue } }
  }

  /// What turns JSON into `Decodable` objects: dates from ISO text unless set.
  public var decoder: JSONDecoder {
    get { settings.withLock { $0.decoder } }
    set { settings.withLock { $0.decoder = newValue } }
  }

  /// The request that a draft becomes now, with secret and session.
  func request(_ draft: CallDraft) throws(CRUDError) -> Request {
    let address = try address.get()
    var headers: HTTPFields = [.secret: secret]
    if let sessionID = settings.withLock({ $0.sessionID }) {
      headers[.sid] = sessionID
      headers[.cookie] = "sid=\(sessionID)"
    }
    if draft.body != nil { headers[.contentType] = "application/json" }
    return Request(
      draft.method, RequestTarget(address.path + draft.target), scheme: address.scheme,
      authority: address.authority, headers: headers, body: draft.bytes)
  }
}

extension CRUD {
  /// Creates an instance whose service is the emulator that an environment leads to, below `/v2`.
  ///
  /// In a test, `TestContext.environment()` makes the environment, and the secret is that of the
  /// test's emulator:
  ///
  /// ```swift
  /// import CRUD
  /// import GhostlightTesting
  ///
  /// let crud = CRUD(environment: try TestContext.current.environment())
  /// ```
  ///
  /// An environment of your own leads to the emulator on this machine: address and secret are those
  /// that `ghostlight exec` puts into `GHOSTLIGHT_MIA_URL` and `MIA_SECRET`, otherwise
  /// `http://127.0.0.1:4402` and `s3cr3t`.
  public convenience init(environment: CRUDEnvironment) {
    self.init(emulator: nil, environment: environment)
  }

  /// Creates an instance whose service is the emulator at an address, below `/v2`.
  ///
  /// Without an address or a secret, it is what ``init(environment:)`` says.
  public convenience init(
    emulator url: URL?, secret: String? = nil, environment: CRUDEnvironment = CRUDEnvironment()
  ) {
    self.init(
      basePath: EmulatorAddress(url, of: "mia", port: 4402).text + "/v2",
      secret: secret ?? environment.emulatorKeys.key("MIA_SECRET", published: "s3cr3t"),
      environment: environment)
  }
}

/// The header fields that the service has for itself.
///
/// - Source: protocol reference A1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}

/// Where a project's collections are, as a base path says it.
struct ServiceAddress: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// Host and perhaps port.
  let authority: String
  /// What comes before `/<collection>/`, escaped as it was given; empty at the root.
  let path: String

  /// Reads `https://host:port/path`, with or without a scheme and slashes at the end.
  init(_ basePath: String) throws(CRUDError) {
    var text = basePath.contains("://") ? basePath : "https://" + basePath
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil,
      let start = text.range(of: "://")?.upperBound
    else {
      throw CRUDError.invalidURL(
        "The base path \"\(basePath)\" is no URL; give it as in https://host/v2.")
    }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    self.scheme = scheme
    authority = String(text[start..<end])
    path = String(text[end...])
  }
}

/// The four methods of a collection.
///
/// What they answer may be used several times, and asks nothing before one of its own methods does.
///
/// - Source: protocol reference C7.
extension CRUD {
  /// Reads from a collection: what a query matches, everything where there is none.
  ///
  /// Conditions that are added to the query later do not count.
  @discardableResult
  public func get(collection: String, queryBuilder: QueryBuilder? = nil) -> Get {
    Get(self, collection, FilterText(queryBuilder))
  }

  /// Reads from a collection by a query in the service's own language, such as
  /// `{"age":{"$gt":30}}`.
  ///
  /// The text is sent as it is; `nil` and empty text ask for everything.
  @discardableResult
  public func get(collection: String, query: String?) -> Get {
    Get(self, collection, FilterText(query))
  }

  /// Creates objects in a collection, and changes their states.
  @discardableResult
  public func post(collection: String) -> Post { Post(self, collection) }

  /// Updates objects of a collection.
  @discardableResult
  public func patch(collection: String) -> Patch { Patch(self, collection) }

  /// Deletes objects of a collection for good.
  @discardableResult
  public func delete(collection: String) -> Delete { Delete(self, collection) }
}

/// What an instance takes from outside: the way to the service, and a queue.
public struct CRUDEnvironment: Sendable {
  /// How requests reach the service.
  public var transport: Transport
  /// Where closures are called, unless the instance names another queue.
  public var callbackQueue = DispatchQueue.main
  /// The keys of the emulator that this environment leads to.
  var emulatorKeys = EmulatorKeys()

  /// An environment whose requests go through a transport.
  public init(transport: Transport) { self.transport = transport }

  /// An environment whose requests go over the network.
  public init() { self.init(transport: .ofCRUD) }
}

extension CRUDEnvironment: ClientEnvironment {
  /// Mia-Platform's.
  public static let emulators = ["mia"]

  /// An environment in these surroundings.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("mia"))
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
