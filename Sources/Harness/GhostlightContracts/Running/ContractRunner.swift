import Foundation
import GhostlightCore

/// Plays interactions and holds the answers against what is promised.
public struct ContractRunner: Sendable {
  /// Where they are played.
  public var executor: ContractExecutor
  /// What the providers say of themselves; refusals are checked where it is known.
  public var catalogues: [ProviderCatalogue]
  /// Whether real time counts where a latency is promised, beside the provider's own delays; not to
  /// be asked of a machine that is busy.
  public var isTimed: Bool

  /// Makes a runner.
  public init(
    _ executor: ContractExecutor, catalogues: [ProviderCatalogue] = [], isTimed: Bool = true
  ) {
    self.executor = executor
    self.catalogues = catalogues
    self.isTimed = isTimed
  }

  private struct Play: Sendable {
    let number: Int
    let file: ContractFile
    let interaction: Interaction
  }

  /// Plays all interactions that the filter admits, several at a time.
  ///
  /// `progress` hears of each result as it comes, with the number of all; the report has them in
  /// the order of the files.
  public func run(
    _ files: [ContractFile], filter: ContractFilter = ContractFilter(),
    progress: @escaping @Sendable (ContractResult, Int) -> Void = { _, _ in }
  ) async -> ContractReport {
    let clock = ContinuousClock()
    let start = clock.now
    var plays: [Play] = []
    for file in files {
      for interaction in file.pact.interactions where filter.admits(interaction, of: file) {
        plays.append(Play(number: plays.count, file: file, interaction: interaction))
      }
    }
    var report = ContractReport(executor: executor.name)
    report.remarks = files.flatMap { file in file.pact.remarks.map { "\(file.path): \($0)" } }
    report.results = await results(plays, progress)
    report.milliseconds = (clock.now - start).milliseconds
    return report
  }

  /// Each of a few tasks plays every so-manieth interaction; that costs a task for many of them.
  private func results(
    _ plays: [Play], _ progress: @escaping @Sendable (ContractResult, Int) -> Void
  ) async -> [ContractResult] {
    let width = max(1, min(executor.width, plays.count))
    return await withTaskGroup(of: [(Int, ContractResult)].self) { group in
      for lane in 0..<width {
        group.addTask {
          var results: [(Int, ContractResult)] = []
          for index in stride(from: lane, to: plays.count, by: width) {
            let result = await play(plays[index])
            progress(result, plays.count)
            results.append((index, result))
          }
          return results
        }
      }
      var all: [(Int, ContractResult)] = []
      for await results in group { all += results }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func play(_ play: Play) async -> ContractResult {
    let clock = ContinuousClock()
    let start = clock.now
    let performance = InteractionPerformance(
      interaction: play.interaction, pact: play.file.pact,
      catalogue: catalogues.first { $0.provider == play.file.pact.provider }, isTimed: isTimed)
    let outcome = await performance.play(by: executor, number: play.number)
    return ContractResult(
      path: play.file.path, consumer: play.file.pact.consumer, provider: play.file.pact.provider,
      interaction: play.interaction, outcome: outcome.outcome, request: outcome.request,
      response: outcome.response, milliseconds: (clock.now - start).milliseconds)
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
