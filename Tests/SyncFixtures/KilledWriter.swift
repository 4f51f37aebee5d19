package import Foundation
import TestSupport

/// A child process that kills itself while it synchronises.
package enum KilledWriter {
  /// Returns the request at which the process is killed, whether before or after it, and the delay.
  ///
  /// Fifty rounds cover all combinations.
  private static func arguments(_ kind: String, _ round: Int) -> [String] {
    let requests = ["crud": 7, "baas": 5, "stackmob-save": 6, "stackmob-sync": 10]
    let request = 1 + round % (requests[kind] ?? 1)
    guard round % 3 > 0 else { return ["\(request)", "before", "0"] }
    return ["\(request)", "after", "\(round * round * 40)"]
  }

  /// Runs the process until it ends, and returns whether it was killed.
  package static func run(
    _ kind: String, _ url: String, _ file: URL, _ round: Int
  ) throws -> Bool {
    let program = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "SyncWriter")
    let arguments = [kind, url, file.path] + arguments(kind, round)
    return try ChildProcess(program, arguments, output: "/dev/null").wait() > 128
  }
}
