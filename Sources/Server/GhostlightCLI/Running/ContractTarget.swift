import ArgumentParser
import Foundation
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes

/// Who answers when contracts are verified.
struct ContractTarget: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A running service, such as http://127.0.0.1:4401. (default: our emulators, in process)",
      valueName: "URL"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Where a running `ghostlight serve` takes control calls; without --against each contract "
        + "goes to its provider's emulator there.", valueName: "URL"))
  var control: String?

  @Option(
    help: ArgumentHelp(
      "A HAR file that holds what was answered, as --record writes it; or a folder with such files.",
      valueName: "PATH"))
  var recording: String?

  @Option(help: ArgumentHelp("Read ghostlight.json for the emulators.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of an https URL.", valueName: "FILE"))
  var trust: String?

  func validate() throws {
    guard recording == nil || against == nil && control == nil && config == nil else {
      throw ValidationError("--recording stands alone: nobody else answers.")
    }
    guard config == nil || against == nil && control == nil else {
      throw ValidationError("--config is for the emulators in process.")
    }
  }

  /// Who plays interactions; `watch` is told what servers elsewhere answer.
  ///
  /// - Throws: `ExitCode`, after one line about the URL, file or server that is of no use.
  func executor(_ watch: AnswerCounter) async throws -> ContractExecutor {
    if let recording { return .recording(try RecordingFile.all(in: recording, code: 2)) }
    if let against {
      return try overHTTP([against], watch, name: "over HTTP at \(against)") { _ in against }
    }
    guard let control else {
      let configuration = try config.map { try ConfigurationFile(path: $0).read().configuration }
      return .inProcess(configuration ?? StageConfiguration())
    }
    let listeners = try await listeners(control)
    await warnOfFaults(control)
    return try overHTTP(Array(listeners.values), watch, name: "over HTTP at \(control)") {
      listeners[$0]
    }
  }

  /// The base URLs of a running server, by emulator.
  private func listeners(_ control: String) async throws -> [String: String] {
    do throws(ControlError) {
      let client = try ControlClient(url: control, option: "--control")
      let list = try await client.call(.get, "emulators")["emulators"]
      return (list?.array ?? []).reduce(into: [:]) { listeners, emulator in
        guard let name = emulator["name"]?.string else { return }
        listeners[name] = emulator["url"]?.string
      }
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(error.kind == .badURL ? 64 : 69)
    }
  }

  /// Says which fault plans are not at work: those that were added since the server's start, for
  /// contracts are played in namespaces of their own.
  private func warnOfFaults(_ control: String) async {
    guard let client = try? ControlClient(url: control, option: "--control"),
      let added = try? await client.call(.get, "faults?namespace=default")["faults"]?.array,
      let first = try? await client.call(.get, "faults?namespace=contract-faults")["faults"]?.array
    else { return }
    let plan = { (fault: JSON) -> JSON in
      var plan = fault.object ?? [:]
      for key in ["number", "hits", "matches"] { plan[key] = nil }
      return .object(plan)
    }
    var configured = first.map(plan)
    let count = added.map(plan).count { plan in
      guard let position = configured.firstIndex(of: plan) else { return true }
      configured.remove(at: position)
      return false
    }
    guard count > 0 else { return }
    Terminal.complain(
      "note: \(count) fault \(count == 1 ? "plan" : "plans") added to the namespace default "
        + "\(count == 1 ? "is" : "are") not at work here: contracts are played in namespaces of their "
        + "own, where the plans of ghostlight.json are")
  }

  private func overHTTP(
    _ bases: [String], _ watch: AnswerCounter, name: String,
    base: @escaping @Sendable (String) -> String?
  ) throws -> ContractExecutor {
    var upstreams: [String: Responder] = [:]
    for url in bases + [control].compactMap(\.self) { upstreams[url] = try upstream(url) }
    let run = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let (control, responders) = (control, upstreams)
    let exchange: ContractExecutor.HTTPExchange = {
      request, url throws(ContractExecutorError) in
      guard let upstream = responders[url] else {
        throw ContractExecutorError("nobody is known at \(url)")
      }
      let response = await upstream.respond(request)
      watch.note(response)
      if let reason = response.upstreamFailure { throw ContractExecutorError(reason) }
      return response
    }
    return ContractExecutor(name: name) {
      pact, interaction, number throws(ContractExecutorError) in
      guard let url = base(pact.provider) else {
        throw ContractExecutorError(
          "the server has no emulator \(pact.provider)", kind: .unsupported)
      }
      return try await ContractExecutor.http(url, control: control, run: run, exchange: exchange)
        .open(pact, interaction, number)
    }
  }

  private func upstream(_ url: String) throws -> Responder {
    var options = UpstreamOptions()
    options.trustFile = trust
    do throws(UpstreamError) {
      return try Upstream(url, options).namedByClient
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(64)
    }
  }
}

extension ContractExecutor {
  /// Plays in process, each interaction on a stage of its own.
  static func inProcess(_ configuration: StageConfiguration) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorError) in
      let stage = Stage(configuration)
      guard let responder = stage.responder(for: pact.provider) else {
        let known = configuration.emulators.map(\.name).joined(separator: ", ")
        throw ContractExecutorError(
          "there is no emulator \(pact.provider), only \(known); say with --against who answers",
          kind: .unsupported)
      }
      return InteractionSession(
        setUp: { state throws(ContractExecutorError) in
          try setUp(state, in: pact.provider, on: stage)
        },
        send: { request throws(ContractExecutorError) in await responder.respond(request) },
        servedRoute: { (try? stage.namespace())?.journal.last?.answer.route })
    }
  }

  private static func setUp(
    _ state: GivenState, in provider: String, on stage: Stage
  ) throws(ContractExecutorError) -> JSONObject {
    let namespace: Namespace
    do throws(NamespaceError) {
      namespace = try stage.namespace()
    } catch {
      throw ContractExecutorError("\(error)")
    }
    do throws(ProviderStateError) {
      return try namespace.setUp(state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorError("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}

extension ProviderCatalogue {
  /// What all our emulators say of themselves.
  static var emulators: [ProviderCatalogue] { Emulator.all.map { ProviderCatalogue($0) } }

  private init(_ emulator: Emulator) {
    self.init(
      provider: emulator.name,
      routes: type(of: emulator.seed).routeSummaries.map {
        Route(method: $0.method, pattern: $0.pattern, title: $0.title)
      },
      refusals: type(of: emulator.seed).refusals.map {
        Refusal(name: $0.name, status: $0.status.code, message: $0.message)
      })
  }
}
