import Foundation

/// Why a command could not be started.
struct SpawnProblem: Error, CustomStringConvertible {
  let command: String
  /// The system's error number.
  let number: Int32

  /// As a shell has it: 127 where there is no such command, else 126.
  var exitCode: Int32 { number == ENOENT ? 127 : 126 }

  var description: String {
    guard number != ENOENT else { return "there is no command \(command): check its name and PATH" }
    return "cannot run \(command): \(String(cString: strerror(number)))"
  }
}
