public import Dispatch
public import Foundation
public import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A client for the collections of a Mia-Platform project, for BaaS 4 and later.
///
/// Most apps create one instance and keep it; instances share nothing and can be used from any
/// thread. Each operation has three forms: `sync` blocks the calling thread, `async` with a closure
/// calls the closure on ``callbackQueue``, and `async` without a closure suspends. All of them fail
/// with a ``CRUDError``.
///
/// ```swift
/// import CRUD
///
/// struct Author: Codable { var name: String }
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let authors = try await crud.get(collection: "author").async(object: Author.self)
/// print(authors.count)
/// ```
///
/// The class has the same name as its module, as in the vendor's SDK. The module's other types have
/// no prefix.
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

  /// Creates an instance that uses the network.
  ///
  /// `basePath` is the service's URL; without a scheme it is an https URL. It is checked when a
  /// request is made: an invalid base path makes every request fail with
  /// ``CRUDError/invalidURL(_:)``.
  public convenience init(basePath: String, secret: String) {
    self.init(basePath: basePath, secret: secret, transport: .ofCRUD)
  }

  /// Creates an instance with a transport, such as an emulator in the same process or a recording.
  public convenience init(basePath: String, secret: String, transport: Transport) {
    self.init(
      basePath: basePath, secret: secret, environment: CRUDEnvironment(transport: transport))
  }

  /// Creates an instance with an environment, which contains the transport and the callback queue.
  public init(basePath: String, secret: String, environment: CRUDEnvironment) {
    transport = environment.transport
    settings = Mutex(Settings(callbackQueue: environment.callbackQueue))
    self.secret = secret
    address = Result { () throws(CRUDError) in try ServiceAddress(basePath) }
  }

  /// Sets the session that all later requests use.
  ///
  /// A login with `mkApp` creates a session; pass `MKAppInstance.sessionID`.
  public func setSessionID(sessionID: String) {
    settings.withLock { $0.sessionID = sessionID }
  }

  /// Removes the session, so that later requests are anonymous.
  public func resetSessionID() {
    settings.withLock { $0.sessionID = nil }
  }

  /// The queue on which all closures are called; the main queue by default.
  ///
  /// On Linux, closures on the main queue are called only while the program runs
  /// `RunLoop.main.run()` or `dispatchMain()`.
  public var callbackQueue: DispatchQueue {
    get { settings.withLock { $0.callbackQueue } }
    set { settings.withLock { $0.callbackQueue = newValue } }
  }

  /// The encoder for `Encodable` objects.
  ///
  /// By default it writes dates in ISO 8601 with milliseconds.
  public var encoder: JSONEncoder {
    get { settings.withLock { $0.encoder } }
    set { settings.withLock { $0.encoder = newValue } }
  }

  /// The decoder for `Decodable` objects.
  ///
  /// By default it expects dates in ISO 8601.
  public var decoder: JSONDecoder {
    get { settings.withLock { $0.decoder } }
    set { settings.withLock { $0.decoder = newValue } }
  }

  /// Creates the complete request for a draft, with the current secret and session.
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
  /// Creates an instance that uses the emulator of the given environment, with the base path `/v2`.
  ///
  /// In a test, `TestContext.environment()` returns the environment, and the secret is that of the
  /// test's emulator:
  ///
  /// ```swift
  /// import CRUD
  /// import GhostlightTesting
  ///
  /// let crud = CRUD(environment: try TestContext.current.environment())
  /// ```
  ///
  /// An environment that you create uses the emulator on this machine. The emulator's URL and the
  /// secret are then read from the variables `GHOSTLIGHT_MIA_URL` and `MIA_SECRET`, which
  /// `ghostlight exec` sets. Without these variables they are `http://127.0.0.1:4402` and `s3cr3t`.
  public convenience init(environment: CRUDEnvironment) {
    self.init(emulator: nil, environment: environment)
  }

  /// Creates an instance that uses the emulator at a URL, with the base path `/v2`.
  ///
  /// If the URL or the secret is `nil`, it is found as described at ``init(environment:)``.
  public convenience init(
    emulator url: URL?, secret: String? = nil, environment: CRUDEnvironment = CRUDEnvironment()
  ) {
    self.init(
      basePath: EmulatorAddress(url, of: "mia", port: 4402).text + "/v2",
      secret: secret ?? environment.emulatorKeys.key("MIA_SECRET", published: "s3cr3t"),
      environment: environment)
  }
}

/// The names of the service's header fields.
///
/// - Source: protocol reference A1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}

/// The base URL of a project's collections, parsed from a base path.
struct ServiceAddress: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// The host, optionally followed by a port.
  let authority: String
  /// The percent-encoded path before `/<collection>/`; empty if there is none.
  let path: String

  /// Parses a base path such as `https://host:port/path`.
  ///
  /// The scheme is optional, and trailing slashes are removed.
  init(_ basePath: String) throws(CRUDError) {
    var text = basePath.contains("://") ? basePath : "https://" + basePath
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil,
      let start = text.range(of: "://")?.upperBound
    else {
      throw CRUDError.invalidURL(
        "The base path \"\(basePath)\" is not a valid URL; write it as https://host/v2.")
    }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    self.scheme = scheme
    authority = String(text[start..<end])
    path = String(text[end...])
  }
}

/// The four kinds of operation on a collection.
///
/// Each method returns an object that can be used several times. Nothing is sent until a method of
/// that object is called.
///
/// - Source: protocol reference C7.
extension CRUD {
  /// Returns an object that reads or counts the objects that match a query.
  ///
  /// If `queryBuilder` is `nil`, all objects match. Conditions that are added to the query later
  /// have no effect.
  @discardableResult
  public func get(collection: String, queryBuilder: QueryBuilder? = nil) -> Get {
    Get(self, collection, FilterText(queryBuilder))
  }

  /// Returns an object that reads or counts the objects that match a query string.
  ///
  /// The string is in the service's query language, such as `{"age":{"$gt":30}}`, and is sent
  /// unchanged. `nil` and an empty string match all objects.
  @discardableResult
  public func get(collection: String, query: String?) -> Get {
    Get(self, collection, FilterText(query))
  }

  /// Returns an object that creates objects in a collection and changes their states.
  @discardableResult
  public func post(collection: String) -> Post { Post(self, collection) }

  /// Returns an object that updates objects of a collection.
  @discardableResult
  public func patch(collection: String) -> Patch { Patch(self, collection) }

  /// Returns an object that deletes objects of a collection permanently.
  @discardableResult
  public func delete(collection: String) -> Delete { Delete(self, collection) }
}

/// The dependencies of a ``CRUD/CRUD`` instance: the transport and the queue for closures.
///
/// Apps do not need to create one, because the defaults use the network and the main queue. In a
/// test, `TestContext.environment()` creates it. An environment is a value: change its properties
/// before you create the instance.
public struct CRUDEnvironment: Sendable {
  /// The transport that sends all requests.
  public var transport: Transport
  /// The queue on which closures are called, unless the instance sets another one; the main queue
  /// by default.
  public var callbackQueue = DispatchQueue.main
  /// The keys of the emulator that this environment uses.
  var emulatorKeys = EmulatorKeys()

  /// Creates an environment with a transport.
  public init(transport: Transport) { self.transport = transport }

  /// Creates an environment that uses the network.
  public init() { self.init(transport: .ofCRUD) }
}

extension CRUDEnvironment: ClientEnvironment {
  /// The names of the emulators that an environment for tests uses.
  public static let emulators = ["mia"]

  /// Creates an environment for a test, with the test's transport.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("mia"))
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
