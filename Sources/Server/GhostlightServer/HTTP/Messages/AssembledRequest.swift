import GhostlightCore

/// A complete request with the terms of its answer.
struct AssembledRequest: Hashable {
  /// The request.
  var request: Request
  /// The terms.
  var terms: ReplyTerms
}
