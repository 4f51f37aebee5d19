import GhostlightCore
import HTTPTypes

/// A complete request with the terms of its answer.
struct AssembledRequest: Hashable {
  /// The request.
  var request: Request
  /// The terms.
  var terms: ReplyTerms

  /// Whether it only reads, by its method.
  var isSafe: Bool { request.method == .get || request.method == .head }
}
