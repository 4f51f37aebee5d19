import GhostlightCore

/// A response on its way out.
struct Answer: Hashable {
  /// The response; nil for the interim word that the body may come.
  var response: Response?
  /// What its request asks of its form.
  var terms: ReplyTerms
}
