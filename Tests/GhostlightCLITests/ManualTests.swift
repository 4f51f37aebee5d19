import Foundation
import Testing
import TestSupport

@Suite(.limitedConcurrency) struct `The manual pages of commands` {
  /// Returns the names of all commands and subcommands in the help.
  private func commands() throws -> [[String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(Command.run("--experimental-dump-help").output.utf8))
    let root = (json as? [String: Any])?["command"] as? [String: Any] ?? [:]
    return below(root, [])
  }

  private func below(_ command: [String: Any], _ path: [String]) -> [[String]] {
    let subcommands = command["subcommands"] as? [[String: Any]] ?? []
    return [path]
      + subcommands.flatMap { subcommand -> [[String]] in
        let name = subcommand["commandName"] as? String ?? ""
        return name == "help" ? [] : below(subcommand, path + [name])
      }
  }

  @Test func `each command has a manual page with its options and sections`() throws {
    let folder = try TemporaryFolder()
    let commands = try commands()
    let result = try Command.run("manual", "--output", folder["man1"])
    #expect(
      result
        == CommandResult(
          code: 0,
          output: "wrote \(commands.count) pages to \(folder["man1"]); read one: "
            + "man \(folder["man1"])/ghostlight.1\n"))
    let names = commands.map { (["ghostlight"] + $0).joined(separator: "-") + ".1" }
    let written = try FileManager.default.contentsOfDirectory(atPath: folder["man1"])
    #expect(Set(written) == Set(names))
    #expect(names.count > 25)
    let page = try folder.read("man1/ghostlight-serve.1")
    for line in [
      ".SH NAME\nghostlight\\-serve \\- Serve all emulators until interrupted.\n",
      ".SH SYNOPSIS\n.B ghostlight serve\n[\\fB\\-\\-port\\-base\\fR \\fIN\\fR]\n",
      ".SH DESCRIPTION\nListens on loopback", ".SH EXAMPLES\n.nf\n  ghostlight serve \\-\\-only",
      ".SH EXIT STATUS\n0 after Ctrl\\-C", ".SS What to serve\n", "(default: 4400)",
      ".SH SEE ALSO\n\\fBghostlight\\fR(1)",
    ] { #expect(page.contains(line), "\(line)") }
    #expect(try Command.run("manual", "serve").output == page)
    #expect(try Command.run("manual", "recordings", "lint").code == 0)
    #expect(try Command.run("manual", "sing").code == 64)
  }

  @Test func `the man program reports no warning about a manual page`() throws {
    let folder = try TemporaryFolder()
    #expect(try Command.run("manual", "--output", folder["man1"]).code == 0)
    let result = try Command.run(
      [
        "-c",
        "command -v man && for p in \"$1\"/*; do man --warnings -l \"$p\" >/dev/null; done",
        "sh", folder["man1"],
      ], of: URL(filePath: "/bin/sh"))
    // This part of the test needs `man`. The previous test checks the contents of the pages.
    #expect(result.errors == "")
  }
}
