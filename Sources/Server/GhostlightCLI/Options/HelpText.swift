/// Builds the part of a command's help that is below its first line.
enum HelpText {
  /// The exit codes of commands that call a running server.
  static let control: [Int32: String] = [
    1: "no server responds, or it does not have what the command names",
    77: "a missing or wrong token",
  ]

  /// The exit codes of commands that write a recording from another one.
  static let rewriting: [Int32: String] = [
    1: "a file does not exist, cannot be written, or may still contain a secret",
    64: "wrong options, or an existing output", 65: "an invalid file",
  ]

  /// Returns a description of at most two sentences, three examples, and the exit codes.
  ///
  /// The exit codes 0 and 64 have the same meaning for all commands that do not describe them.
  static func page(_ text: String, examples: [String], exits: [Int32: String] = [:]) -> String {
    let codes = [0: "success", 64: "wrong options"].merging(exits) { $1 }
      .sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return text + "\n\nExamples:\n" + examples.map { "  " + $0 }.joined(separator: "\n")
      + "\n\nExit codes: " + codes.joined(separator: "; ") + "."
  }
}
