import ArgumentParser
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GhostlightCLI

/// The rows are in `WrongUses/configuration.txt`, each with a `ghostlight.json` and the whole message.
@Suite struct `Wrong configurations` {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "WrongUses/configuration.txt")

  @Test func `each wrong configuration is refused with its path and a remedy`() throws {
    let folder = try TemporaryFolder()
    let blocks = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n\n")
    let start = "< ghostlight.json "
    var played: [String] = []
    for block in blocks {
      var lines = block.split(separator: "\n").map(String.init)
      if let first = lines.first, first.hasPrefix(start) {
        let text = String(first.dropFirst(start.count))
        let (code, messages) = try Self.refusal(of: text, in: folder)
        lines = Array(lines.prefix(2)) + ["= \(code)"] + messages
        #expect(code == 65 && messages.count == 1, "\(text)")
      }
      played.append(lines.joined(separator: "\n"))
    }
    #expect(played.count > 100)
    if ProcessInfo.processInfo.environment["GHOSTLIGHT_TRANSCRIPTS"] == "write" {
      try Data((played.joined(separator: "\n\n") + "\n").utf8).write(to: Self.file)
    }
    for (row, expected) in zip(played, blocks) {
      #expect(row == expected.trimmingCharacters(in: .newlines))
    }
  }

  /// Returns the exit code and the messages for a configuration.
  private static func refusal(
    of text: String, in folder: TemporaryFolder
  ) throws -> (code: Int32, messages: [String]) {
    let messages = Mutex<[String]>([])
    let (root, path) = (folder.path, try folder.write(text, to: "ghostlight.json"))
    var file = ConfigurationFile(path: path)
    file.complain = { line in
      messages.withLock {
        $0.append("ghostlight: " + line.replacing(root, with: "{folder}"))
      }
    }
    do {
      _ = try file.read()
      return (0, [])
    } catch let error as ExitCode {
      return (error.rawValue, messages.withLock { $0 })
    }
  }
}
