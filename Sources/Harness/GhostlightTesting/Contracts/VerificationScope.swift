import Ghostlight
package import GhostlightContracts
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A contract that is played after one test.
package struct VerificationScope: Sendable {
  private let contract: PackageContract
  /// Who answers; `nil` for the test's emulators, or fresh ones.
  package var executor: ContractExecutor?
  /// Which emulator stands for a provider of another name.
  package var providers: [String: String] = [:]
  /// Which interactions are played.
  package var filter = ContractFilter()

  /// Sets a scope with a contract.
  package init(_ contract: PackageContract) { self.contract = contract }

  /// Lets a test run, then reports each promise that is broken or cannot be played.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    try await test()
    for finding in await findings() { report(finding) }
  }

  private func findings() async -> [String] {
    var file: ContractFile
    do throws(PackageContractError) {
      file = try contract.read()
    } catch {
      return [error.description]
    }
    file.pact.provider = providers[file.pact.provider] ?? file.pact.provider
    let executor =
      executor ?? TestContext.ongoing?.stage.map { .stage($0) } ?? .emulators()
    let results = await ContractRunner(
      executor, catalogues: ProviderCatalogue.emulators, isTimed: false
    ).run([file], filter: filter)
    guard !results.results.isEmpty else {
      return ["\(contract.name): nothing was played: no interaction fits"]
    }
    return results.results.compactMap { result in
      switch result.outcome {
      case .kept, .pending: nil
      case .broken: "\(contract.name): \(result.text)"
      case .skipped(let reason):
        "\(contract.name): \"\(result.interaction.description)\" was not played: \(reason)"
      }
    }
  }
}

/// The Pact file of a test, in the package that the test is in.
package struct PackageContract: Sendable {
  /// What the test calls it.
  let name: String
  private let folder: String
  private let sourceFile: String

  /// The file of a name such as `app` or `app.json`, in a folder of the package that a source file
  /// belongs to.
  package init(_ name: String, folder: String, sourceFile: String) {
    (self.name, self.folder, self.sourceFile) = (name, folder, sourceFile)
  }

  /// - Throws: ``PackageContractError`` where the file cannot be read or is no contract.
  func read() throws(PackageContractError) -> ContractFile {
    guard
      let file = PackageFile(name, suffix: ".json", folder: folder, sourceFile: sourceFile)
    else {
      throw PackageContractError(
        "\"\(name)\" names no contract: use words with a slash between them, such as shop/app.json")
    }
    guard let bytes = file.bytes() else {
      throw PackageContractError("there is no contract at \(file.path)")
    }
    do throws(PactError) {
      return ContractFile(file.path, try Pact.parse(bytes))
    } catch {
      throw PackageContractError("\(file.path): \(error)")
    }
  }
}

/// Why a test cannot have its contract.
struct PackageContractError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  let description: String

  init(_ description: String) { self.description = description }
}
