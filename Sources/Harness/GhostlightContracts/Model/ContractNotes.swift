public import GhostlightCore

/// What Pact cannot say about an interaction; it stands in `comments.ghostlight`.
///
/// Other verifiers ignore it, ours checks it.
public struct ContractNotes: Sendable, Hashable {
  /// Why the promise is believed.
  public var evidence: [Evidence] = []
  /// Paths of the body that must not be there: `$.password`.
  public var absentFields: [String] = []
  /// Paths of objects that have no members but those of the example: `$`.
  public var noExtraFields: [String] = []
  /// Names of header fields that must not be there.
  public var absentHeaders: [String] = []
  /// Arrays whose order is promised.
  public var order: [OrderPromise] = []
  /// The row of the vendor's catalogue of refusals that answers.
  public var fault: String?
  /// How long the answer may take.
  public var latency: LatencyClass?
  /// The title of the route that answers.
  public var route: String?
  /// Members that this version does not know.
  public var extras: JSONObject = [:]

  /// Nothing to say.
  public init() {}
}
