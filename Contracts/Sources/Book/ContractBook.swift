import AppCenterContracts
import ConsumerContracts
import ContractLibrary
import CosmosContracts
import EGF2Contracts
import Foundation
import MiaContracts
import StackMobContracts

/// Writes all contracts and recordings, or checks that the files are up to date.
///
/// Run `swift run ContractBook [--check|--partial] [folder]`; the default folder is the current
/// one, which should be the root of the repository. If an SDK's scene cannot be played to its end,
/// nothing is written; with `--partial`, the requests up to that point are written. The program
/// exits with 1 if a file differs or cannot be written.
@main
enum ContractBook {
  private static let chapters =
    StackMobContracts.chapters + CosmosContracts.chapters + AppCenterContracts.chapters
    + MiaContracts.chapters + EGF2Contracts.chapters

  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    let option = arguments.first.flatMap { Option(rawValue: $0) }
    if option != nil { arguments = arguments.dropFirst() }
    let root = arguments.popFirst() ?? "."
    guard arguments.isEmpty, !root.hasPrefix("-") else {
      end("Usage: ContractBook [--check|--partial] [folder]")
    }
    do throws(BookError) {
      let (consumers, problems) = await consumers()
      guard problems.isEmpty || option == .partial else { throw report(problems) }
      let book = try await Book(chapters + consumers)
      if option == .check {
        let differences = book.differences(in: root)
        guard differences.isEmpty else {
          throw report(differences + ["run `swift run ContractBook` and look at what changes"])
        }
      } else {
        try book.write(to: root)
      }
      guard problems.isEmpty else { throw report(problems) }
      print("\(book.pages.count) files are \(option == .check ? "as generated" : "written")")
    } catch {
      end(error.description)
    }
  }

  private enum Option: String {
    case check = "--check"
    case partial = "--partial"
  }

  private static func report(_ lines: [String]) -> BookError {
    BookError(lines.joined(separator: "\n"))
  }

  private static func consumers() async -> (chapters: [Chapter], problems: [String]) {
    var chapters: [Chapter] = []
    var problems: [String] = []
    for variant in Variant.all {
      let (played, failed) = await variant.partialChapters()
      chapters += played
      problems += failed
    }
    return (chapters, problems)
  }

  private static func end(_ text: String) -> Never {
    FileHandle.standardError.write(Data("ContractBook: \(text)\n".utf8))
    exit(1)
  }
}
