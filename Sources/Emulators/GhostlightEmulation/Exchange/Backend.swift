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
  var news: [News] { get }

  /// The form of ``snapshot``, from 1; older forms are read too.
  static var snapshotVersion: Int { get }

  /// The whole state; settings that come from the configuration stay out.
  var snapshot: JSON { get }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: ``SnapshotProblem`` with the place; the backend is then as it was.
  mutating func restore(_ snapshot: JSON) throws(SnapshotProblem)

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

  /// Brings about a named precondition and answers values that a contract can use.
  ///
  /// - Throws: ``ProviderStateProblem`` where the name is unknown or a parameter is not usable; the
  ///   backend is then as it was.
  mutating func bringAbout(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateProblem) -> JSONObject
}

extension Backend {
  /// None, unless the vendor has a catalogue.
  public static var refusals: [Fault] { [] }

  /// Nothing, unless the vendor tells its clients what happens.
  public var news: [News] { [] }

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
