/// How far a connection is from its end.
enum ClosingStage {
  /// Requests are taken.
  case open
  /// The last answer is written.
  case flushing
  /// We have said our last; the client may still talk.
  case lingering
  /// All over.
  case closed
}
