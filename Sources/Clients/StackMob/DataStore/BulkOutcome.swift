/// What became of the objects of one call, each by its id.
///
/// - Source: protocol reference A8.
public struct BulkOutcome: Sendable, Hashable {
  /// The ids of the objects that were stored, in the order sent.
  public var succeeded: [String]
  /// The ids of the objects that were not.
  public var failed: [String]
}
