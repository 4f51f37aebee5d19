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

/// A vendor's emulator with its contracts and the exceptions that tests make for it.
struct Vendor: Sendable, CustomTestStringConvertible {
  let emulator: Emulator
  let chapters: [Chapter]
  /// Names of refusals that one request in a provider state cannot cause.
  let unreachable: [String]
  /// Descriptions of bugs that change no response of the vendor.
  let harmless: [String]
  /// The least number of promises in the contracts.
  let fewest: Int
  /// Creates the emulator with a bug.
  let damaged: @Sendable (SeededBug) -> Emulator
  /// Creates the emulator that tries each change with small budgets first.
  let tried: @Sendable (BudgetTrials) -> Emulator

  private init<Seed: Backend>(
    _ emulator: Emulator, _ seed: Seed, _ chapters: [Chapter], unreachable: [String] = [],
    harmless: [String] = [], fewest: Int
  ) {
    self.emulator = emulator
    self.chapters = chapters
    self.unreachable = unreachable
    self.harmless = harmless
    self.fewest = fewest
    @Sendable func wrapped(_ respond: @escaping WrappedBackend<Seed>.Respond) -> Emulator {
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
      .stackMob(), StackMobBackend(), StackMobContracts.chapters, fewest: 150),
    Vendor(
      .cosmos(), CosmosBackend.forAppCenter(), CosmosContracts.chapters,
      // Two of them are from a gateway in strict mode, and a body of 2 MB would be too large for a
      // contract file.
      unreachable: [
        "cross-partition query needs a plan", "cross-partition aggregate without VALUE",
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

  /// The catalogues of all vendors, with their routes and refusals.
  static let catalogues = all.map(\.catalogue)

  /// Returns the vendor of a chapter.
  static func of(_ chapter: Chapter) throws -> Vendor {
    try #require(all.first { $0.emulator.name == chapter.vendor })
  }
}
