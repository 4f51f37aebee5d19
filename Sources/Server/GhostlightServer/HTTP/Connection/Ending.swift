/// How a connection ends once everything is written.
enum Ending {
  /// We stop sending, and close when the client does, or soon.
  case orderly
  /// At once.
  case sudden
  /// With a reset.
  case reset
}
