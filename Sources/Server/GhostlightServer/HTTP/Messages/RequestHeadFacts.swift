/// What a request's head says.
struct RequestHeadFacts: Hashable {
  /// The request without its body.
  var start: AssembledRequest
  /// The announced bytes of the body; 0 where none or chunks are announced.
  var bodyLength: Int
  /// The client waits for `100 Continue`.
  var awaitsContinue: Bool
}
