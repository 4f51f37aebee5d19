/// What a command that has ended leaves behind.
struct CommandResult: Hashable {
  /// Its exit code; 128 and the number of the signal that ended it.
  var code: Int32
  /// Its standard output.
  var output: String
  /// Its standard error.
  var errors = ""
}
