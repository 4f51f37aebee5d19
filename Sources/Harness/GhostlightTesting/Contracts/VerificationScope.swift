import Ghostlight
package import GhostlightContracts
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The run of one test, followed by the verification of a contract.
package struct VerificationScope: Sendable, TestScope {
  private let contract: PackageContract
  /// The provider to verify; `nil` for the test's emulators or, if it has none, new emulators.
  package var executor: ContractExecutor?
  /// The names of emulators, each keyed by the provider name that the contract uses for it.
  package var providers: [String: String] = [:]
  /// The filter for the interactions of the contract that are verified.
  package var filter = ContractFilter()

  package init(_ contract: PackageContract) { self.contract = contract }

  /// Runs a test, then reports each interaction that the provider does not keep or that cannot be
  /// verified.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (Finding) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    try await test()
    for finding in await findings() { report(Finding(finding)) }
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
      executor ?? TestContext.ongoing?.emulators.map { .stage($0) } ?? .emulators()
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

/// A reference to a test's Pact file in the test's package.
package struct PackageContract: Sendable {
  /// The contract's name as the test spells it, such as `app` or `app.json`.
  let name: String
  private let folder: String
  private let sourceFile: String

  /// Creates a reference to the file with a name such as `app` or `app.json`.
  ///
  /// The file is in `folder` of the package that contains the source file.
  package init(_ name: String, folder: String, sourceFile: String) {
    (self.name, self.folder, self.sourceFile) = (name, folder, sourceFile)
  }

  /// - Throws: ``PackageContractError`` if the file cannot be read or is not a contract.
  func read() throws(PackageContractError) -> ContractFile {
    guard
      let file = PackageFile(name, suffix: ".json", folder: folder, sourceFile: sourceFile)
    else {
      throw PackageContractError(
        "\"\(name)\" names no contract: use words with a slash between them, such as shop/app.json")
    }
    guard let bytes = file.bytes() else {
      throw PackageContractError(
        "there is no contract at \(file.path); write the Pact file of the app there, make one from a "
          + "recording with ghostlight recordings promote, or name its folder with folder:")
    }
    do throws(PactError) {
      return ContractFile(file.path, try Pact.parse(bytes))
    } catch {
      throw PackageContractError("\(file.path): \(error)")
    }
  }
}

/// The reason why the contract of a test cannot be used.
struct PackageContractError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the problem and how to fix it.
  let description: String

  init(_ description: String) { self.description = description }
}
