/// What becomes of somebody who connects.
enum Admission {
  /// Served.
  case welcome
  /// Told that the server is full.
  case full
  /// Closed without a word.
  case closing
}
