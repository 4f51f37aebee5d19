/// The exit code and output of a program that has ended.
struct CommandResult: Hashable {
  /// The exit code, or 128 plus the number of the signal that ended the command.
  var code: Int32
  var output: String
  var errors = ""
}
