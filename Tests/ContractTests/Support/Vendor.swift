import AppCenterContracts
import AppCenterEmulator
import ContractLibrary
import CosmosContracts
import CosmosEmulator
import EGF2Contracts
import EGF2Emulator
import Ghostlight
import GhostlightContracts
import GhostlightEmulation
import MiaContracts
import MiaEmulator
import StackMobContracts
import StackMobEmulator
import Testing

/// A vendor's emulator with its contracts, and the vendor's exceptions from tests.
struct Vendor: Sendable, CustomTestStringConvertible {
  let emulator: Service
  let chapters: [Chapter]
  /// The names of refusals that no single request in a provider state can cause.
  let unreachable: [String]
  /// The descriptions of bugs that do not change any response of the vendor.
  let harmless: [String]
  /// The minimum number of promises in all contracts of the vendor.
  let fewest: Int
  /// Creates an emulator with a bug.
  let damaged: @Sendable (SeededBug) -> Service
  /// Creates an emulator that first tries each change with small work budgets.
  let tried: @Sendable (BudgetTrials) -> Service

  private init<Seed: Backend>(
    _ emulator: Service, _ seed: Seed, _ chapters: [Chapter], unreachable: [String] = [],
    harmless: [String] = [], fewest: Int
  ) {
    self.emulator = emulator
    self.chapters = chapters
    self.unreachable = unreachable
    self.harmless = harmless
    self.fewest = fewest
    @Sendable func wrapped(_ respond: @escaping WrappedBackend<Seed>.Respond) -> Service {
      var copy = emulator
      copy.seed = WrappedBackend(seed, respond)
      return copy
    }
    damaged = { bug in
      wrapped { whole, request, moment, budget in
        var answer = whole.answer(request, at: moment, within: budget)
        bug.damage(&answer.response)
        return answer
      }
    }
    tried = { trials in wrapped { trials.answer(&$0, $1, $2, $3) } }
  }

  var testDescription: String { emulator.title }

  var catalogue: ProviderCatalogue { ProviderCatalogue(emulator) }
}

extension Vendor {
  static let all = [
    Vendor(
      .stackMob(), StackMobBackend(), StackMobContracts.chapters,
      // The first needs a program, and the second a host that other backends do not have.
      unreachable: ["custom code failed", "page without a folder"], fewest: 150),
    Vendor(
      .cosmos(), CosmosBackend.forAppCenter(), CosmosContracts.chapters,
      // A strict account sends all refusals but the last, and a request body of 2 MB would be too
      // large for a contract file.
      unreachable: [
        "cross-partition query needs a plan", "cross-partition aggregate without VALUE",
        "ORDER BY without an index", "filter without an index",
        "token of Azure Active Directory changes a container",
        "larger than 2 MB",
      ], fewest: 200),
    Vendor(
      .appCenter(), AppCenterBackend(), AppCenterContracts.chapters,
      harmless: [
        "numbers become texts", "arrays are turned round", "pages do not say what they are of",
      ],
      fewest: 15),
    Vendor(
      .mia(), MiaBackend(), MiaContracts.chapters,
      harmless: ["pages do not say what they are of"], fewest: 500),
    Vendor(
      .egf2(), EGF2Backend(), EGF2Contracts.chapters,
      harmless: ["arrays are turned round", "pages do not say what they are of"], fewest: 350),
  ]

  static let chapters = all.flatMap(\.chapters)

  /// The catalogues of all vendors.
  static let catalogues = all.map(\.catalogue)

  /// Returns the vendor to which a chapter belongs.
  static func of(_ chapter: Chapter) throws -> Vendor {
    try #require(all.first { $0.emulator.name == chapter.vendor })
  }
}
