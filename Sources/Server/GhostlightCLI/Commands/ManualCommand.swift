import ArgumentParser
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight manual`: prints a command's manual page, or writes those of all commands to files.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print a manual page, or write those of all commands.",
    discussion: """
      The pages are in the language of `man`, and say what --help says: ghostlight.1, \
      ghostlight-serve.1 and so on.

      Examples:
        ghostlight manual serve
        ghostlight manual --output man1

      To read one: ghostlight manual serve | man -l -

      Exit codes: 0, 1 when a page cannot be written, 64 for a command that there is not.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write all pages to a folder, which is made.", valueName: "DIR"))
  var output: String?

  @Argument(help: "The command whose page is printed. (default: ghostlight itself)")
  var command: [String] = []

  func validate() throws {
    guard output == nil || command.isEmpty else {
      throw ValidationError("--output writes the pages of all commands: name none.")
    }
  }

  func run() throws {
    let pages = ManualPage.all(of: GhostlightCommand.self)
    guard let output else {
      let name = (["ghostlight"] + command).joined(separator: "-")
      guard let page = pages.first(where: { $0.name == name }) else {
        throw ValidationError("there is no command \"\(command.joined(separator: " "))\"")
      }
      return Terminal.print(page.text)
    }
    let folder = URL(filePath: output)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      Terminal.complain("cannot make \(output): \(SystemCalls.words(for: error))")
      throw ExitCode.failure
    }
    for page in pages {
      let file = OutputFile(path: folder.appending(path: "\(page.name).1").path)
      guard file.write(page.text) else { throw ExitCode.failure }
    }
    Terminal.print("wrote \(pages.count) pages to \(output); read one: man \(output)/ghostlight.1")
  }
}
