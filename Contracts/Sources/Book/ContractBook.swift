import AppCenterContracts
import ConsumerContracts
import ContractLibrary
import CosmosContracts
import EGF2Contracts
import Foundation
import MiaContracts
import StackMobContracts

/// Writes all contracts and recordings, or checks that they are as written.
///
/// `swift run ContractBook [--check] [folder]`, from the root of the repository unless a folder is
/// named. Exits with 1 where something differs or cannot be done.
@main
enum ContractBook {
  private static let chapters =
    StackMobContracts.chapters + CosmosContracts.chapters + AppCenterContracts.chapters
    + MiaContracts.chapters + EGF2Contracts.chapters

  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    let checks = arguments.first == "--check"
    if checks { arguments = arguments.dropFirst() }
    let root = arguments.popFirst() ?? "."
    guard arguments.isEmpty, !root.hasPrefix("-") else {
      end("Usage: ContractBook [--check] [folder]")
    }
    do throws(BookError) {
      let book = try await Book(chapters + consumers())
      if checks {
        let differences = book.differences(in: root)
        guard differences.isEmpty else {
          end(
            (differences + ["run `swift run ContractBook` and look at what changes"]).joined(
              separator: "\n"))
        }
      } else {
        try book.write(to: root)
      }
      print("\(book.pages.count) files are \(checks ? "as generated" : "written")")
    } catch {
      end(error.description)
    }
  }

  private static func consumers() async throws(BookError) -> [Chapter] {
    var chapters: [Chapter] = []
    var problems: [String] = []
    for variant in Variant.all {
      do {
        chapters += try await variant.chapters()
      } catch {
        problems.append("\(variant): \(error)")
      }
    }
    guard problems.isEmpty else { throw BookError(problems.joined(separator: "\n")) }
    return chapters
  }

  private static func end(_ text: String) -> Never {
    FileHandle.standardError.write(Data("ContractBook: \(text)\n".utf8))
    exit(1)
  }
}
