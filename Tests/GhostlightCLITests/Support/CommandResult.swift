/// The exit code and output of a program that has ended.
struct CommandResult: Hashable {
  /// The exit code, or 128 plus the number of the signal that ended the command.
  var code: Int32
  var output: String
  var errors = ""

  /// Returns the result of a command that prints only one message, to the standard error.
  static func message(_ code: Int32, _ message: String) -> CommandResult {
    CommandResult(code: code, output: "", errors: "ghostlight: \(message)\n")
  }
}
