import Foundation
import GhostlightCore
import HTTPTypes

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

  private struct Job: Sendable {
    let number: Int
    let file: ContractFile
    let interaction: Interaction
  }

  /// Plays all interactions that the filter admits, several at a time.
  ///
  /// `progress` is told of each result as it comes, with the number of all; the report has them in
  /// the order of the files.
  public func run(
    _ files: [ContractFile], filter: ContractFilter = ContractFilter(),
    progress: @escaping @Sendable (ContractResult, Int) -> Void = { _, _ in }
  ) async -> ContractReport {
    let clock = ContinuousClock()
    let start = clock.now
    var jobs: [Job] = []
    for file in files {
      for interaction in file.pact.interactions where filter.admits(interaction, of: file) {
        jobs.append(Job(number: jobs.count, file: file, interaction: interaction))
      }
    }
    var report = ContractReport(executor: executor.name)
    report.remarks = files.flatMap { file in file.pact.remarks.map { "\(file.path): \($0)" } }
    report.results = await results(jobs, progress)
    report.milliseconds = (clock.now - start).milliseconds
    return report
  }

  /// Each of a few tasks jobs every n-th interaction; that costs a task for many of them.
  private func results(
    _ jobs: [Job], _ progress: @escaping @Sendable (ContractResult, Int) -> Void
  ) async -> [ContractResult] {
    let width = max(1, min(executor.width, jobs.count))
    return await withTaskGroup(of: [(Int, ContractResult)].self) { group in
      for lane in 0..<width {
        group.addTask {
          var results: [(Int, ContractResult)] = []
          for index in stride(from: lane, to: jobs.count, by: width) {
            let result = await run(jobs[index])
            progress(result, jobs.count)
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

  private func run(_ job: Job) async -> ContractResult {
    let clock = ContinuousClock()
    let start = clock.now
    let interactionRun = InteractionRun(
      interaction: job.interaction, pact: job.file.pact,
      catalogue: catalogues.first { $0.provider == job.file.pact.provider }, isTimed: isTimed)
    let outcome = await interactionRun.run(by: executor, number: job.number)
    return ContractResult(
      path: job.file.path, consumer: job.file.pact.consumer, provider: job.file.pact.provider,
      interaction: job.interaction, outcome: outcome.outcome, request: outcome.request,
      response: outcome.response, milliseconds: (clock.now - start).milliseconds)
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}

/// One interaction as it is played.
struct InteractionRun {
  let interaction: Interaction
  let pact: Pact
  let catalogue: ProviderCatalogue?
  let isTimed: Bool

  /// What came of it.
  struct End {
    var outcome: ContractOutcome
    var request: Request?
    var response: Response?
  }

  func run(by executor: ContractExecutor, number: Int) async -> End {
    do throws(ContractExecutorError) {
      let session = try await executor.open(pact, interaction, number)
      let end = await run(in: session)
      await session.close()
      return end
    } catch {
      return end(error)
    }
  }

  private func run(in session: InteractionSession) async -> End {
    var sent: Request?
    do throws(ContractExecutorError) {
      var values = JSONObject()
      for state in interaction.states {
        for member in try await session.setUp(state) { values[member.key] = member.value }
      }
      var filler = RequestFiller(
        interaction, values: session.knowsValues ? values : nil,
        milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
      let request = try filler.request()
      sent = request
      let clock = ContinuousClock()
      let start = clock.now
      let response = try await session.send(request)
      let passed = isTimed ? (clock.now - start).milliseconds : 0
      let elapsed = passed + Double(response.delayMilliseconds)
      var failures = check(response, elapsed)
      if let route = interaction.notes.route, let servedRoute = session.servedRoute {
        let served = await servedRoute()
        if served != route {
          failures.append(
            ContractFailure(at: "route", expected: route, actual: served ?? "no route"))
        }
      }
      return End(outcome: outcome(failures), request: request, response: response)
    } catch {
      var end = end(error)
      end.request = sent
      return end
    }
  }

  private func check(_ response: Response, _ elapsed: Double) -> [ContractFailure] {
    guard response.delivery == .whole else {
      return [
        ContractFailure(
          at: "response", expected: "a whole response", actual: "\(response.delivery)")
      ]
    }
    var response = response
    if interaction.request.method == "HEAD" { response.body = [] }
    var failures = ResponseCheck(promise: interaction.response, response: response).failures
    failures +=
      NotesCheck(
        notes: interaction.notes, promise: interaction.response, response: response,
        catalogue: catalogue
      ).failures
    if let latency = interaction.notes.latency, elapsed > Double(latency.limitMilliseconds) {
      failures.append(
        ContractFailure(
          at: "latency", expected: "at most \(latency.limitMilliseconds) ms",
          actual: "\(Int(elapsed)) ms"))
    }
    return failures
  }

  private func outcome(_ failures: [ContractFailure]) -> ContractOutcome {
    if failures.isEmpty { return .kept }
    return interaction.isPending ? .pending(failures) : .broken(failures)
  }

  private func end(_ problem: ContractExecutorError) -> End {
    guard problem.kind == .failed else {
      return End(outcome: .skipped(problem.description))
    }
    let failure = ContractFailure(
      at: "run", expected: "an answer", actual: problem.description)
    return End(outcome: outcome([failure]))
  }
}

/// A contract with the name of its file.
public struct ContractFile: Sendable, Hashable {
  /// The path, as reports show it.
  public var path: String
  /// What it holds.
  public var pact: Pact

  /// Makes a pair.
  public init(_ path: String, _ pact: Pact) {
    self.path = path
    self.pact = pact
  }
}

/// Chooses interactions by words.
public struct ContractFilter: Sendable, Hashable {
  /// Each must be found, whatever its case, in the description, a state's name, the route, the
  /// fault, the consumer or the file's path.
  public var words: [String]
  /// The provider, where only one is wanted.
  public var provider: String?

  /// Chooses everything unless told otherwise.
  public init(words: [String] = [], provider: String? = nil) {
    self.words = words
    self.provider = provider
  }

  func admits(_ interaction: Interaction, of file: ContractFile) -> Bool {
    if let provider, provider != file.pact.provider { return false }
    guard !words.isEmpty else { return true }
    let texts =
      [interaction.description, file.path, file.pact.consumer] + interaction.states.map(\.name)
      + [interaction.notes.route, interaction.notes.fault].compactMap(\.self)
    let lowered = texts.map { $0.lowercased() }
    return words.allSatisfy { word in lowered.contains { $0.contains(word.lowercased()) } }
  }
}
