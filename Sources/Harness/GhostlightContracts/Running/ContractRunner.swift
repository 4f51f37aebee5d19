import GhostlightCore
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the interactions of contracts and compares the responses with the promises.
///
/// Choose a ``ContractExecutor`` for the backend to verify. A runner is a value without state;
/// several runs may take place at once, if the backend allows it.
///
/// ```swift
/// import GhostlightContracts
///
/// func verify(_ bytes: [UInt8]) async throws -> Bool {
///   let file = ContractFile("Contracts/notes.json", try Pact.parse(bytes))
///   let runner = ContractRunner(.emulators(), catalogues: ProviderCatalogue.emulators)
///   let report = await runner.run([file])
///   print(report.text())
///   return report.counts.broken == 0
/// }
/// ```
public struct ContractRunner: Sendable {
  /// The executor that runs the interactions.
  public var executor: ContractExecutor
  /// The catalogues of the providers; refusals are checked only for a provider that has a
  /// catalogue.
  public var catalogues: [ProviderCatalogue]
  /// Whether a promised latency also limits real time, in addition to the provider's injected
  /// delays.
  ///
  /// Set it to `false` on a busy machine.
  public var isTimed: Bool

  /// Creates a runner for an executor.
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

  /// Runs all interactions that the filter selects, several at a time.
  ///
  /// `progress` is called with each result as soon as it is available, and with the total number of
  /// selected interactions. The report has the results in the order of the contract files.
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

  /// Runs the jobs in a few tasks, each of which runs every nth job, instead of one task for each
  /// job.
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
    let end = await interactionRun.run(by: executor, number: job.number)
    return ContractResult(
      path: job.file.path, consumer: job.file.pact.consumer, provider: job.file.pact.provider,
      interaction: job.interaction, outcome: end.outcome, request: end.request,
      response: end.response, milliseconds: (clock.now - start).milliseconds,
      address: end.address, secretFields: end.secretFields, faultPlan: end.faultPlan)
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}

struct InteractionRun {
  let interaction: Interaction
  let pact: Pact
  let catalogue: ProviderCatalogue?
  let isTimed: Bool

  /// The result of running one interaction.
  struct End {
    var outcome: ContractOutcome
    var request: Request?
    var response: Response?
    var address: String?
    var secretFields: [String] = []
    var faultPlan: Int?
  }

  func run(by executor: ContractExecutor, number: Int) async -> End {
    if let reason = interaction.unsupported { return End(outcome: .skipped(reason)) }
    do throws(ContractExecutorError) {
      let session = try await executor.open(pact, interaction, number)
      var end = await run(in: session)
      (end.address, end.secretFields) = (session.address, session.secretFields)
      if !end.outcome.failures.isEmpty, end.response != nil {
        end.faultPlan = await session.faultPlan?()
      }
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
          at: "response", expected: "a complete response", actual: "\(response.delivery)")
      ]
    }
    var response = response
    if interaction.request.method == "HEAD" { response.body = [] }
    if let failure = response.decodeBody(), interaction.response.body != nil { return [failure] }
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
      at: "run", expected: "a response", actual: problem.description)
    return End(outcome: outcome([failure]))
  }
}
