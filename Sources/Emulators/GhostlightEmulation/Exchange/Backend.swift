public import GhostlightCore

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

  /// The form of ``snapshot``, from 1; older forms are read too.
  static var snapshotVersion: Int { get }

  /// The whole state; settings that come from the configuration stay out.
  var snapshot: JSON { get }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: ``SnapshotError`` with the place; the backend is then as it was.
  mutating func restore(_ snapshot: JSON) throws(SnapshotError)

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
