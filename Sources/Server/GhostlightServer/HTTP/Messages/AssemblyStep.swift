/// What a piece of a request leads to.
enum AssemblyStep: Hashable {
  /// Nothing yet.
  case more
  /// The client waits for a word before it sends the body.
  case continueWanted
  /// The request is complete.
  case complete(AssembledRequest)
  /// Nothing more will be taken from this connection.
  case refused(Refusal, isHead: Bool)
}
