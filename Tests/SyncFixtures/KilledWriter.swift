package import Foundation
import TestSupport

/// The process that dies while it synchronises.
package enum KilledWriter {
  /// How the process of a round dies, so that fifty rounds come by everything.
  private static func arguments(_ kind: String, _ round: Int) -> [String] {
    let requests = ["crud": 7, "baas": 5, "stackmob-save": 6, "stackmob-sync": 10]
    let request = 1 + round % (requests[kind] ?? 1)
    guard round % 3 > 0 else { return ["\(request)", "before", "0"] }
    return ["\(request)", "after", "\(round * round * 40)"]
  }

  /// Runs the process to its end; answers whether it was killed.
  package static func run(
    _ kind: String, _ url: String, _ file: URL, _ round: Int
  ) throws -> Bool {
    let program = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "SyncWriter")
    let arguments = [kind, url, file.path] + arguments(kind, round)
    return try ChildProcess(program, arguments, output: "/dev/null").wait() > 128
  }
}
