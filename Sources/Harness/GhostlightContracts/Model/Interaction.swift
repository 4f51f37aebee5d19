public import GhostlightCore

/// One step of a contract: in these states, this request is answered like this.
public struct Interaction: Sendable, Hashable {
  /// One sentence that names it; with the states it is unique in a file.
  public var description: String
  /// The key that tools give it; may be missing.
  public var key: String?
  /// What must hold before, in order.
  public var states: [GivenState]
  /// What is asked.
  public var request: PactRequest
  /// What is promised.
  public var response: PactResponse
  /// Whether a failure is reported and forgiven.
  public var isPending: Bool
  /// What Pact cannot say.
  public var notes: ContractNotes
  /// The other comments.
  public var comments: JSONObject
  /// Members that the specification does not know, and settings of plugins.
  public var extras: JSONObject

  /// Makes an interaction of its parts.
  public init(describedAs description: String, request: PactRequest, response: PactResponse) {
    self.description = description
    self.request = request
    self.response = response
    key = nil
    states = []
    isPending = false
    notes = ContractNotes()
    comments = [:]
    extras = [:]
  }
}
