public import GhostlightCore
package import HTTPTypes

/// A vendor's complete service as a value: it processes a request at a moment and returns an
/// answer.
///
/// A copy is a snapshot; assigning a copy is a reset or a restore. A backend does not read the
/// system clock, the network or random numbers: the ``Moment`` provides time and identifiers. The
/// same state, request and moment therefore give the same response bytes.
///
/// The emulators, such as `StackMobBackend`, conform to this protocol. A backend does no locking; a
/// stage locks or copies it.
///
/// ```swift
/// import Ghostlight
///
/// var backend = StackMobBackend()
/// let before = backend
/// let response = backend.respond(
///   to: Request(.get, "/todo"), at: Moment(milliseconds: 1_371_040_000_000, seed: 1))
/// print(response.status)
/// backend = before  // undoes the request
/// ```
public protocol Backend: Sendable {
  /// The routes, provider states and refusals of the backend.
  ///
  /// It is the same for all copies of a backend, and no request changes it.
  var catalogue: BackendCatalogue { get }

  /// The messages that the backend would have sent, such as mails.
  var outbox: Outbox { get }

  /// The events of the last exchange or provider state that the backend processed.
  ///
  /// A stage reads them only after a change, to notify the subscribers to the namespace's events.
  var events: [BackendEvent] { get }

  /// The data of the backend as tables, for viewing and editing.
  var dataTables: [DataTable<Self>] { get }

  /// Whether identifiers increase with time: `true` if they come from
  /// `Moment.drawObjectID(named:)`.
  static var hasOrderedIDs: Bool { get }

  /// The origins of web pages that the configuration allows: `*` allows every page, and an empty
  /// list allows none.
  ///
  /// It is `nil` if the configuration does not have such a list. A server then allows pages of this
  /// machine, of the vendor's own hosts and of hosts that the server's options allow.
  var allowedOrigins: [String]? { get }

  /// The format version of ``snapshot``, from 1.
  ///
  /// A backend can also restore snapshots of all earlier versions.
  static var snapshotVersion: Int { get }

  /// The complete state as JSON, without the settings from the configuration.
  var snapshot: JSON { get }

  /// Restores the state from the JSON of ``snapshot``; the settings from the configuration stay the
  /// same.
  ///
  /// - Throws: ``SnapshotError`` with the JSON path of the invalid value; the backend is then
  ///   unchanged.
  mutating func restore(_ snapshot: JSON) throws(SnapshotError)

  /// Returns the vendor's refusal of a request body of more than `limit` bytes, or `nil` to use a
  /// generic one.
  ///
  /// The server sends this response; the request does not reach the backend.
  static func bodyTooLarge(limit: Int) -> Response?

  /// Returns the title of the route that would serve a request, or `nil` if no route would.
  func route(of request: Request) -> String?

  /// Returns whether the route that serves a request may change the backend.
  func changes(_ request: Request) -> Bool

  /// Processes one request; if it is refused, the backend is unchanged.
  ///
  /// Every loop whose length depends on the request spends units from `budget`. A route that
  /// changes the state spends all the units that it needs before its first write. If
  /// ``WorkBudget/isExhausted`` is `true` afterwards, the answer is a refusal and the backend is
  /// unchanged.
  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer

  /// Returns the vendor's response for a failure that a fault plan asked for; the state is not
  /// changed.
  func answer(_ failure: ServiceFailure, to request: Request, at moment: Moment) -> Response

  /// Returns the operations that a request combines, such as those of a batch, each as the request
  /// that would run it alone; empty for an ordinary request.
  ///
  /// Fault plans select the operations by method, path and route, and a stage adds their failures
  /// to the request. Called only if the namespace has fault plans.
  func operations(of request: Request) -> [Request]

  /// Returns the `Authorization` value that signs a request at a moment, or `nil` if the vendor
  /// does not sign requests.
  ///
  /// The request's current `Authorization` field selects the scheme and the token.
  func authorization(for request: Request, at moment: Moment) -> String?

  /// Sets up a provider state and returns its results for the contract's generators.
  ///
  /// - Throws: ``ProviderStateError`` if the name is unknown or a parameter is not valid; the
  ///   backend is then unchanged.
  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject
}

extension Backend {
  /// `nil` by default: the configuration does not have a list of origins.
  public var allowedOrigins: [String]? { nil }

  /// Empty by default: the backend does not show its data.
  public var dataTables: [DataTable<Self>] { [] }

  /// Empty by default: a request is one operation.
  public func operations(of request: Request) -> [Request] { [] }

  /// Returns `nil` by default: the vendor does not sign requests.
  public func authorization(for request: Request, at moment: Moment) -> String? { nil }

  /// `false` by default: identifiers are in random order.
  public static var hasOrderedIDs: Bool { false }

  /// Returns `nil` by default, so that the server sends its generic refusal.
  public static func bodyTooLarge(limit: Int) -> Response? { nil }

  /// Returns a response with only the status and the failure's header fields, by default.
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    var response = Response(failure.status)
    failure.complete(&response)
    return response
  }

  /// Empty by default: the backend does not report events.
  public var events: [BackendEvent] { [] }

  /// Returns `true` by default.
  ///
  /// Return `false` for requests that only read, so that they can run while another request changes
  /// the backend.
  public func changes(_ request: Request) -> Bool { true }

  /// Processes one request without a work limit.
  public mutating func answer(_ request: Request, at moment: Moment) -> Answer {
    answer(request, at: moment, within: .unlimited)
  }

  /// Processes one request and returns only the response.
  public mutating func respond(to request: Request, at moment: Moment) -> Response {
    answer(request, at: moment).response
  }
}

/// A response with additional information for the journal, which the client does not get.
///
/// A ``Backend`` returns it. A server sends only ``response``; the journal, the fault plans and the
/// log use the other properties.
///
/// ```swift
/// import Ghostlight
///
/// var backend = StackMobBackend()
/// let answer = backend.answer(Request(.get, "/a/b/c/d/e"), at: .numbered())
/// if answer.effect == .unmatched { print(answer.nearMisses) }
/// ```
public struct Answer: Sendable {
  /// The effect of an exchange on the backend.
  ///
  /// The journal, recordings and the console show its raw value. A durable stage logs only
  /// exchanges whose effect is ``changed``, because a replay does not need the others.
  public enum Effect: String, Sendable {
    /// A route that only reads served the request; the state is unchanged.
    case read
    /// A route that changes state served the request; the state may have changed.
    case changed
    /// A route refused the request; the state is unchanged.
    case refused
    /// A fault plan replaced the response; the request did not reach the backend.
    case injected
    /// No route serves the request; the state is unchanged.
    case unmatched
    /// No route serves the request, and the upstream of the emulator responded; the state is
    /// unchanged.
    case forwarded
  }

  /// The response that the client gets.
  public var response: Response
  /// The title of the route that served or refused the request, or `nil` if no route matches.
  public var route: String?
  /// The effect of the request on the backend's state.
  public var effect: Effect
  /// The routes most similar to a request that no route serves, and how they differ; otherwise
  /// empty.
  public var nearMisses: [String]

  /// Creates an answer with a response and its effect on the state.
  public init(
    _ response: Response, route: String? = nil, effect: Effect, nearMisses: [String] = []
  ) {
    self.response = response
    self.route = route
    self.effect = effect
    self.nearMisses = nearMisses
  }
}

/// The parameters of a route's handler: a request with the results of routing and authentication.
///
/// A backend creates one for each request after it has found the route and checked the signature or
/// the token. In the test of a handler, create it yourself. It is a value and can be passed to any
/// thread.
public struct Call: Sendable {
  /// The request as the client sent it.
  public var request: Request
  /// The decoded path segments that the route's pattern captures, by name.
  public var captures: Captures
  /// The client that sent the request, as authenticated.
  public var caller: Caller
  /// The amount of work that the handler may still do.
  public let budget: WorkBudget

  /// Creates a call; the defaults suit the test of a handler.
  public init(
    request: Request, captures: Captures = [:], caller: Caller = .anonymous,
    budget: WorkBudget = .unlimited
  ) {
    self.request = request
    self.captures = captures
    self.caller = caller
    self.budget = budget
  }

  /// The path segment that the route's pattern captures as `name`; empty if the pattern has no such
  /// capture.
  public subscript(name: String) -> String { captures[name] ?? "" }
}

/// The client of a request, as the vendor's authentication identified it.
///
/// A backend sets it in the ``Call`` that a handler gets. Handlers compare it with permissions and
/// owners. It is a value and does not refer to the session.
public enum Caller: Sendable, Hashable {
  /// A client without a valid login.
  case anonymous
  /// A logged-in user; the realm is a StackMob user schema, a Mia collection or a directory.
  case user(name: String, realm: String)
  /// A client with a key that permits everything, such as a private key, a secret or a master key.
  case administrator
}

/// The time and the source of identifiers for one exchange.
///
/// Together with the request, it is the only input of a ``Backend``. A backend draws identifiers
/// from its own copy of the moment, so two draws in one exchange never collide. The same moment and
/// request give the same bytes. A stage creates the moments; create one yourself to test a backend
/// without a stage.
///
/// ```swift
/// import Ghostlight
///
/// var backend = StackMobBackend()
/// let moment = Moment(milliseconds: 1_371_040_000_000, seed: 42)
/// let first = backend.respond(to: Request(.get, "/todo"), at: moment)
/// let readable = Moment.numbered()  // draws todo-1, todo-2, …
/// let second = backend.respond(to: Request(.get, "/todo"), at: readable)
/// ```
public struct Moment: Sendable, Hashable {
  /// The time in milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  private var source: IdentifierSource
  /// The lower 64 bits of the latest ordered identifier: 40 bits for the exchange and 24 bits for
  /// the identifier within the exchange.
  ///
  /// It is 0 if the order of the exchange is not known.
  private var orderedID: UInt64

  /// Creates the moment of an exchange.
  ///
  /// - Parameters:
  ///   - milliseconds: The time in milliseconds since 1970-01-01T00:00:00Z.
  ///   - seed: The number that identifiers are derived from; a stage gives each exchange its own.
  ///   - order: The position of the exchange in its namespace, for identifiers that increase with
  ///     time. If it is `nil`, such identifiers have random digits after the time.
  public init(milliseconds: Int64, seed: UInt64, order: UInt64? = nil) {
    self.milliseconds = milliseconds
    orderedID = order.map { $0 << 24 } ?? 0
    source = .seeded(SplitMix64(seed: seed))
  }

  private init(milliseconds: Int64, source: IdentifierSource) {
    self.milliseconds = milliseconds
    self.source = source
    orderedID = 0
  }

  /// Creates a moment at a fixed time whose identifiers are `note-1`, `note-2`, …, so that tests
  /// can spell out the expected bodies.
  public static func numbered(milliseconds: Int64 = 1_371_040_000_123) -> Moment {
    Moment(milliseconds: milliseconds, source: .numbered([:]))
  }

  /// The time in whole seconds since 1970.
  package var seconds: Int64 { milliseconds / 1000 }

  /// Returns a moment with the same time but different identifiers, for one of several operations
  /// in an exchange.
  package mutating func part() -> Moment {
    var part = Moment(milliseconds: milliseconds, seed: number())
    part.orderedID = orderedID
    if orderedID != 0 { orderedID &+= 1 << 12 }
    return part
  }

  /// Draws the next random number, which is 0 in a moment created with ``numbered(milliseconds:)``.
  package mutating func number() -> UInt64 { source.number() }

  /// Draws an identifier; a ``numbered(milliseconds:)`` moment returns the name and a counter
  /// instead.
  package mutating func draw(_ shape: IdentifierShape, named name: String) -> String {
    source.draw(shape, named: name)
  }

  /// Draws an identifier in MongoDB's format that is greater than all earlier ones.
  ///
  /// It has 8 digits for the time in seconds, 10 for the exchange and 6 for the identifier within
  /// the exchange.
  package mutating func drawObjectID(named name: String) -> String {
    let time = Self.digits(UInt64(UInt32(truncatingIfNeeded: seconds)), 8)
    guard orderedID != 0 else { return time + draw(.hexadecimal(16), named: name) }
    orderedID &+= 1
    return time + Self.digits(orderedID, 16)
  }

  /// This moment without its order, so that it draws the same identifiers as older versions of the
  /// package.
  package var unordered: Moment {
    var copy = self
    copy.orderedID = 0
    return copy
  }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }
}

enum IdentifierSource: Sendable, Hashable {
  /// A random number generator.
  case seeded(SplitMix64)
  /// The number of identifiers drawn so far, by name.
  case numbered([String: Int])

  mutating func draw(_ shape: IdentifierShape, named name: String) -> String {
    switch self {
    case .seeded(var generator):
      let text = Self.print(shape, &generator)
      self = .seeded(generator)
      return text
    case .numbered(var counts):
      let number = (counts[name] ?? 0) + 1
      counts[name] = number
      self = .numbered(counts)
      return "\(name)-\(number)"
    }
  }

  mutating func number() -> UInt64 {
    guard case .seeded(var generator) = self else { return 0 }
    let number = generator.next()
    self = .seeded(generator)
    return number
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
  private static let alphanumeric = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private static func print(_ shape: IdentifierShape, _ generator: inout SplitMix64) -> String {
    switch shape {
    case .hexadecimal(let count): digits(count, hexadecimal, &generator)
    case .alphanumeric(let count): digits(count, alphanumeric, &generator)
    case .uuid: uuid(&generator)
    }
  }

  private static func digits(
    _ count: Int, _ alphabet: [UInt8], _ generator: inout SplitMix64
  ) -> String {
    String(unsafeUninitializedCapacity: count) { text in
      for position in 0..<count {
        text[position] = alphabet[Int(generator.next() >> 32) % alphabet.count]
      }
      return count
    }
  }

  /// Returns a version 4 UUID, whose characters 14 and 19 are the version and the variant.
  private static func uuid(_ generator: inout SplitMix64) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      for position in 0..<36 {
        switch position {
        case 8, 13, 18, 23: text[position] = UInt8(ascii: "-")
        default: text[position] = hexadecimal[Int(generator.next() >> 32) & 15]
        }
      }
      text[14] = UInt8(ascii: "4")
      text[19] = hexadecimal[8 + Int(generator.next() >> 32) % 4]
      return 36
    }
  }
}

extension Moment {
  /// Draws a salt for hashing a password: 16 hexadecimal digits.
  package mutating func drawSalt() -> String { draw(.hexadecimal(16), named: "salt") }
}

/// The format of a vendor's identifiers.
package enum IdentifierShape: Sendable, Hashable {
  /// Lower-case hexadecimal digits; the associated value is their number.
  case hexadecimal(Int)
  /// Letters in both cases and digits; the associated value is their number.
  case alphanumeric(Int)
  /// A version 4 UUID in lower case.
  case uuid
}

/// Sebastiano Vigna's SplitMix64, a small random number generator whose state is its seed.
package struct SplitMix64: Sendable, Hashable, RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// The `Date` field of a backend's responses, formatted only once for each second.
///
/// The value depends only on the moment, so a copy of a backend returns the same value.
package struct ResponseDate: Sendable {
  private var second: Int64 = -1
  private var latest = HTTPField(name: .date, value: "")

  package init() {}

  package mutating func field(at moment: Moment) -> HTTPField {
    guard moment.milliseconds >= 0 else { return Self.field(at: moment) }
    if moment.seconds != second {
      second = moment.seconds
      latest = Self.field(at: moment)
    }
    return latest
  }

  private static func field(at moment: Moment) -> HTTPField {
    HTTPField(name: .date, value: HTTPDate.format(milliseconds: moment.milliseconds))
  }
}
