public import GhostlightCore
package import HTTPTypes

/// A vendor's whole backend: a value that answers requests.
///
/// Copying it is a snapshot, assigning it a reset or restore. It knows no clock, no network and no
/// randomness other than the moment it is handed.
public protocol Backend: Sendable {
  /// The vendor's routes, in the order of its manual.
  static var routeSummaries: [RouteSummary] { get }

  /// The named preconditions that a test can ask for.
  static var providerStateSummaries: [ProviderStateSummary] { get }

  /// Every refusal of the vendor's catalogue.
  static var refusals: [Fault] { get }

  /// What the backend would have sent to the outside world.
  var outbox: Outbox { get }

  /// What the last exchange or precondition did, for those who listen; asked for only after a change.
  var events: [BackendEvent] { get }

  /// What the backend holds, as tables for whoever looks at it or edits it by hand.
  var dataTables: [DataTable<Self>] { get }

  /// Whether ids tell the order of what they are of, as `Moment.drawObjectID(named:)` draws them.
  static var hasOrderedIDs: Bool { get }

  /// The origins of web pages that the configuration allows, `*` for every one and an empty list for
  /// none.
  ///
  /// `nil` if the configuration has no list. A server then allows pages of this machine, of the
  /// vendor's own hosts and of hosts that its options allow.
  var allowedOrigins: [String]? { get }

  /// The form of ``snapshot``, from 1; older forms are read too.
  static var snapshotVersion: Int { get }

  /// The whole state; settings that come from the configuration stay out.
  var snapshot: JSON { get }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: ``SnapshotError`` with the place; the backend is then as it was.
  mutating func restore(_ snapshot: JSON) throws(SnapshotError)

  /// The vendor's refusal of a body of more than `limit` bytes; `nil` where it has no form of its own.
  ///
  /// Such a body never reaches the backend: it is the server that gives the answer.
  static func bodyTooLarge(limit: Int) -> Response?

  /// The title of the route that would serve a request, or `nil`.
  func route(of request: Request) -> String?

  /// Whether the route that serves a request may change the backend.
  func changes(_ request: Request) -> Bool

  /// Answers one request; a refusal leaves the backend as it was.
  ///
  /// Every loop that a request can lengthen spends of the budget, and a route that changes the
  /// backend has spent all that it needs before its first write: where ``WorkBudget/isExhausted``
  /// afterwards, the answer is a refusal and the backend is what it was.
  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer

  /// The vendor's answer where its service fails on demand; the state stays as it is.
  func answer(_ failure: ServiceFailure, to request: Request, at moment: Moment) -> Response

  /// The `Authorization` that a request would have been signed with at a moment; `nil` where the vendor's
  /// are sent as they are.
  ///
  /// The field of the request says who signs: the form, and the token in it.
  func authorization(for request: Request, at moment: Moment) -> String?

  /// Sets up a named precondition and answers values that a contract can use.
  ///
  /// - Throws: ``ProviderStateError`` where the name is unknown or a parameter is not usable; the
  ///   backend is then as it was.
  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject
}

extension Backend {
  /// None, unless the vendor has a catalogue.
  public static var refusals: [Fault] { [] }

  /// Not said, unless the vendor has such a setting.
  public var allowedOrigins: [String]? { nil }

  /// None, unless the vendor shows what it holds.
  public var dataTables: [DataTable<Self>] { [] }

  /// None is signed, unless the vendor's are.
  public func authorization(for request: Request, at moment: Moment) -> String? { nil }

  /// Not, unless the vendor's have a time and a counter in them.
  public static var hasOrderedIDs: Bool { false }

  /// None, unless the vendor has a form of its own.
  public static func bodyTooLarge(limit: Int) -> Response? { nil }

  /// The status alone, unless the vendor has a form of its own.
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    var response = Response(failure.status)
    failure.complete(&response)
    return response
  }

  /// Nothing, unless the vendor tells its clients what happens.
  public var events: [BackendEvent] { [] }

  /// Always: whoever knows better lets readers go on beside a writer.
  public func changes(_ request: Request) -> Bool { true }

  /// Answers one request, however much work it takes.
  public mutating func answer(_ request: Request, at moment: Moment) -> Answer {
    answer(request, at: moment, within: .unlimited)
  }

  /// Answers one request.
  public mutating func respond(to request: Request, at moment: Moment) -> Response {
    answer(request, at: moment).response
  }
}

/// A response with what the journal needs to know about it and the wire does not.
public struct Answer: Sendable {
  /// What an exchange did to the backend.
  public enum Effect: String, Sendable {
    /// A reading route served; the state is what it was.
    case read
    /// A changing route served; the state may be another.
    case changed
    /// A route refused; the state is what it was.
    case refused
    /// A fault plan answered in the backend's place.
    case injected
    /// No route serves such a request.
    case unmatched
  }

  /// What the client gets.
  public var response: Response
  /// The title of the route that served or refused.
  public var route: String?
  /// What happened to the state.
  public var effect: Effect
  /// The routes nearest to a request that none serves, and what differs.
  public var nearMisses: [String]

  /// Makes an answer.
  public init(
    _ response: Response, route: String? = nil, effect: Effect, nearMisses: [String] = []
  ) {
    self.response = response
    self.route = route
    self.effect = effect
    self.nearMisses = nearMisses
  }
}

/// One request on its way to a handler, with what routing and authentication found out.
public struct Call: Sendable {
  /// The request as it came.
  public var request: Request
  /// The decoded path segments that the route's pattern names.
  public var captures: Captures
  /// Who calls.
  public var caller: Caller
  /// How much work it may still cost.
  public let budget: WorkBudget

  /// Makes a call.
  public init(
    request: Request, captures: Captures = [:], caller: Caller = .anonymous,
    budget: WorkBudget = .unlimited
  ) {
    self.request = request
    self.captures = captures
    self.caller = caller
    self.budget = budget
  }

  /// The decoded segment that the pattern names `name`; empty where it names none.
  public subscript(name: String) -> String { captures[name] ?? "" }
}

/// Who makes a call, as far as the vendor's authentication found out.
public enum Caller: Sendable, Hashable {
  /// Nobody signed in.
  case anonymous
  /// A signed-in user of a realm: StackMob's user schema, a collection, a directory.
  case user(name: String, realm: String)
  /// Whoever holds the key to everything: a private key, a secret, a master key.
  case administrator
}

/// The time and the identifiers of one exchange: all that the outside world contributes.
///
/// A backend draws identifiers from its own copy, so two draws in one exchange never collide, and
/// the same moment with the same request gives the same bytes.
public struct Moment: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  private var source: IdentifierSource
  /// The end of the last id that tells its order: 40 bits of the exchange's place among others and 24
  /// that count; 0 where that place is not known.
  private var orderedID: UInt64

  /// Makes the moment of an exchange.
  ///
  /// - Parameters:
  ///   - milliseconds: The time since 1970.
  ///   - seed: What the identifiers are derived from; the stage gives each exchange its own.
  ///   - order: Where the exchange stands among those of its namespace, greater in later ones, for
  ///     ids that tell their order; without it these are told apart by chance.
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

  /// A moment that stands still and draws `note-1`, `note-2`, … so that tests can write out bodies.
  public static func numbered(milliseconds: Int64 = 1_371_040_000_123) -> Moment {
    Moment(milliseconds: milliseconds, source: .numbered([:]))
  }

  /// Whole seconds since 1970.
  package var seconds: Int64 { milliseconds / 1000 }

  /// A moment for the next of several steps that happen at this one, with identifiers of its own.
  package mutating func part() -> Moment {
    var part = Moment(milliseconds: milliseconds, seed: number())
    part.orderedID = orderedID
    if orderedID != 0 { orderedID &+= 1 << 12 }
    return part
  }

  /// Draws a number for what happens by chance.
  package mutating func number() -> UInt64 { source.number() }

  /// Draws an identifier; the name is what a ``numbered(milliseconds:)`` moment calls it.
  package mutating func draw(_ shape: IdentifierShape, named name: String) -> String {
    source.draw(shape, named: name)
  }

  /// Draws an id of MongoDB's form, greater than those drawn before it: 8 digits of the time in
  /// seconds, 10 of the exchange and 6 that count within it.
  package mutating func drawObjectID(named name: String) -> String {
    let time = Self.digits(UInt64(UInt32(truncatingIfNeeded: seconds)), 8)
    guard orderedID != 0 else { return time + draw(.hexadecimal(16), named: name) }
    orderedID &+= 1
    return time + Self.digits(orderedID, 16)
  }

  /// The same moment without its order: what is drawn is what older versions drew.
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

/// Where the identifiers of one exchange come from.
enum IdentifierSource: Sendable, Hashable {
  /// From a generator.
  case seeded(SplitMix64)
  /// From a count for each name.
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

  /// 32 digits in groups, of which one says the version and one the variant.
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
  /// Draws what is hashed along with a password, 16 hexadecimal digits.
  package mutating func drawSalt() -> String { draw(.hexadecimal(16), named: "salt") }
}

/// What a vendor's identifiers look like.
package enum IdentifierShape: Sendable, Hashable {
  /// Lower-case hexadecimal digits.
  case hexadecimal(Int)
  /// Letters of both cases and digits.
  case alphanumeric(Int)
  /// A version 4 UUID in lower case.
  case uuid
}

/// Sebastiano Vigna's SplitMix64: a small generator whose state is its seed.
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

/// The `Date` field of a backend's responses, printed once a second.
///
/// What it answers follows from the moment alone, so that a copied backend answers the same.
package struct ResponseDate: Sendable {
  private var second: Int64 = -1
  private var latest = HTTPField(name: .date, value: "")

  package init() {}

  /// The field at a moment.
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
