import ArgumentParser
import Foundation
import Testing

@testable import GhostlightCLI

/// Tests of the help texts, which are built in this process.
@Suite struct `Pages of the help` {
  private static let columns = 100

  @Test(arguments: HelpPages.names)
  func `the help of a command fits on one screen`(_ name: String) throws {
    let type = try #require(HelpPages.all.first { $0.name == name }).type
    let text = GhostlightCommand.help(of: type, columns: Self.columns)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The parser does not wrap the synopsis, but a terminal does.
    let rows = lines.map { max(1, ($0.count + Self.columns - 1) / Self.columns) }.reduce(0, +)
    #expect(rows <= 40, "\(text)")
    #expect(lines.filter { $0.count > Self.columns && !$0.hasPrefix("USAGE: ") } == [])
    let discussion = type.configuration.discussion.components(separatedBy: "\n\n")
    try #require(discussion.count == 3, "\(name)")
    // A sentence ends with a period before a capital letter or at the end.
    #expect(discussion[0].matches(of: /[.](?= [A-Z`-]|$)/).count <= 2, "\(discussion[0])")
    let examples = discussion[1].split(separator: "\n")
    #expect(examples.first == "Examples:" && examples.count == 4)
    #expect(examples.dropFirst().allSatisfy { $0.contains("ghostlight \(name)") })
    #expect(discussion[2].wholeMatch(of: /Exit codes: 0 .*; 64 [^;.]+.*\./) != nil)
    let rare = GhostlightCommand.helpMessage(for: type, includeHidden: true, columns: Self.columns)
    #expect(text.hasSuffix("\nmore: --help-hidden") == (text != rare))
  }

  @Test func `the overview names the vendors and all commands on one screen`() {
    let text = GhostlightCommand.help(of: GhostlightCommand.self, columns: Self.columns)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 40, "\(text)")
    for word in ["StackMob", "Mia", "EGF2", "App Center", "Cosmos DB", "--help"] {
      #expect(text.contains(word))
    }
    for name in HelpPages.names where !name.contains(" ") {
      #expect(text.contains("\n  \(name) "))
    }
  }

  /// The exit codes are the keys of the table in the manual's article on continuous integration.
  @Test func `the manual explains the exit codes of all commands`() throws {
    let table = try RepositoryText.read("Sources/Manual/Manual.docc/ContinuousIntegration.md")
    let explained = table.matches(of: /(?m)^\| ([0-9, ]+) \|/).flatMap {
      $0.1.split(separator: ",").map { $0.filter { $0 != " " } }
    }
    let codes = HelpPages.all.flatMap { page in
      page.type.configuration.discussion.components(separatedBy: "Exit codes: ").last?
        .split(separator: "; ").compactMap { $0.split(separator: " ").first.map(String.init) } ?? []
    }
    #expect(Set(codes).subtracting(explained) == [])
  }
}
