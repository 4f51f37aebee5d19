import Foundation
import GhostlightCore
import HTTPTypes

/// One interaction as it is played.
struct InteractionPerformance {
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

  func play(by executor: ContractExecutor, number: Int) async -> End {
    do throws(ContractExecutorProblem) {
      let scene = try await executor.open(pact, interaction, number)
      let end = await play(in: scene)
      await scene.close()
      return end
    } catch {
      return end(error)
    }
  }

  private func play(in scene: ContractScene) async -> End {
    var sent: Request?
    do throws(ContractExecutorProblem) {
      var values = JSONObject()
      for state in interaction.states {
        for member in try await scene.bringAbout(state) { values[member.key] = member.value }
      }
      var filler = RequestFiller(
        interaction, values: scene.knowsValues ? values : nil,
        milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
      let request = try filler.request()
      sent = request
      let clock = ContinuousClock()
      let start = clock.now
      let response = try await scene.send(request)
      let passed = isTimed ? (clock.now - start).milliseconds : 0
      let elapsed = passed + Double(response.delayMilliseconds)
      var failures = check(response, elapsed)
      if let route = interaction.notes.route, let servedRoute = scene.servedRoute {
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

  private func end(_ problem: ContractExecutorProblem) -> End {
    guard problem.kind == .failed else {
      return End(outcome: .skipped(problem.description))
    }
    let failure = ContractFailure(
      at: "run", expected: "an answer", actual: problem.description)
    return End(outcome: outcome([failure]))
  }
}
