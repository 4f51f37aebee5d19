import ArgumentParser
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// The options that select the provider whose contracts are verified.
struct ContractTarget: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server to verify. (default: emulators in this process)", valueName: "URL"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The control URL of a running `ghostlight serve` to verify.", valueName: "URL"))
  var control: String?

  @OptionGroup(visibility: .hidden) var token: ControlTokenOption

  @Option(help: .rare("Verify recorded responses: a HAR file, or a folder.", "PATH"))
  var recording: String?

  @Option(
    help: ArgumentHelp("The URL that sets up the provider states of --against.", valueName: "URL"))
  var stateUrl: String?

  @Flag(
    name: .customLong("state-teardown"),
    help: .rare("Also call --state-url after each interaction."))
  var tearsDown = false

  @Flag(
    name: .customLong("without-states"),
    help: "Set up no provider states, and send the example values.")
  var isWithoutStates = false

  @Option(
    name: .customLong("header"),
    help: ArgumentHelp("A header field of each request to --against.", valueName: "NAME: VALUE"))
  var fields: [RequestField] = []

  @OptionGroup(visibility: .hidden) var fill: FillOptions

  @Option(help: ArgumentHelp("The configuration of the emulators.", valueName: "FILE"))
  var config: String?

  @Option(help: .rare("Trust these certificates (PEM) of an https URL.", "FILE"))
  var trust: String?

  func validate() throws {
    guard recording == nil || against == nil && control == nil && config == nil else {
      throw ValidationError(
        "--recording has the responses: leave out --against, --control and --config.")
    }
    guard config == nil || against == nil && control == nil else {
      throw ValidationError(
        "--config is for emulators in this process: leave out --against and --control.")
    }
    guard against != nil || stateUrl == nil && fields.isEmpty else {
      throw ValidationError("--state-url and --header need --against URL: add it.")
    }
    guard !isWithoutStates || stateUrl == nil && recording == nil else {
      throw ValidationError(
        "--without-states sets up no provider states: leave out --state-url and --recording.")
    }
    guard stateUrl == nil || control == nil else {
      throw ValidationError(
        "--state-url and --control both set up provider states: give one of them.")
    }
    guard !tearsDown || stateUrl != nil else {
      throw ValidationError("--state-teardown needs --state-url URL: add it.")
    }
    if let stateUrl, StateChangeURL(stateUrl) == nil {
      throw ValidationError(
        "--state-url: \"\(stateUrl)\" is not a valid URL: use one such as http://127.0.0.1:8080/states."
      )
    }
  }

  /// Returns the executor that runs interactions; `watch` counts the responses of remote servers.
  ///
  /// - Throws: `ExitCode`, after printing one line, if a URL, file or server cannot be used.
  func executor(_ watch: ResponseCounter) async throws -> ContractExecutor {
    let executor = try await provider(watch)
    return isWithoutStates ? executor.withoutStates : executor
  }

  private func provider(_ watch: ResponseCounter) async throws -> ContractExecutor {
    if let recording { return .recording(try RecordingFile.all(in: recording, code: 2)) }
    if let against {
      guard control != nil else { return try backend(against, watch) }
      return try overHTTP([against], watch, name: "over HTTP at \(against)") { _ in against }
    }
    guard let control else {
      let configuration = try config.map { try ConfigurationFile(path: $0).read().configuration }
      return .emulators(configuration ?? StageConfiguration())
    }
    let listeners = try await listeners(control)
    await warnOfFaults(control)
    return try overHTTP(Array(listeners.values), watch, name: "over HTTP at \(control)") {
      listeners[$0]
    }
  }

  /// Returns the base URLs of a running server, keyed by emulator name.
  private func listeners(_ control: String) async throws -> [String: String] {
    do throws(ControlError) {
      let client = try ControlClient(url: control, token: token.value, option: "--control")
      let list = try await client.call(.get, "emulators")["emulators"]
      return (list?.array ?? []).reduce(into: [:]) { listeners, emulator in
        guard let name = emulator["name"]?.string else { return }
        listeners[name] = emulator["url"]?.string
      }
    } catch {
      Terminal.complain("\(error)")
      throw error.kind == .refused ? ExitCode.failure : error.exitCode
    }
  }

  /// Warns about fault plans that do not apply, because interactions run in their own namespaces.
  ///
  /// These are the plans that were added after the server had started.
  private func warnOfFaults(_ control: String) async {
    guard let client = try? ControlClient(url: control, token: token.value, option: "--control"),
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

  /// Returns the executor for the user's own service at `base`.
  private func backend(_ base: String, _ watch: ResponseCounter) throws -> ContractExecutor {
    var states = stateUrl.flatMap { StateChangeURL($0) }
    states?.tearsDown = tearsDown
    var headers = HTTPFields()
    for field in fields { headers.append(field.field) }
    return .backend(
      base, states: states, headers: headers,
      exchange: try exchange([base] + [states?.origin].compactMap(\.self), watch))
  }

  /// Returns a closure that sends a request to the server with a given base URL.
  private func exchange(
    _ bases: [String], _ watch: ResponseCounter
  ) throws -> ContractExecutor.HTTPExchange {
    var upstreams: [String: Responder] = [:]
    for url in bases { upstreams[url] = try fill.completing(upstream(url)) }
    let (control, authorization) = (control, token.value.map { "Bearer \($0.text)" })
    return { [upstreams] request, url throws(ContractExecutorError) in
      guard let upstream = upstreams[url] else {
        throw ContractExecutorError("no server is known at \(url)")
      }
      var request = request
      if let authorization, url == control { request.headers[.authorization] = authorization }
      let response = await upstream.respond(request)
      watch.record(response)
      if let reason = response.upstreamFailure { throw ContractExecutorError(reason) }
      return response
    }
  }

  private func overHTTP(
    _ bases: [String], _ watch: ResponseCounter, name: String,
    base: @escaping @Sendable (String) -> String?
  ) throws -> ContractExecutor {
    let run = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    let control = control
    let exchange = try exchange(bases + [control].compactMap(\.self), watch)
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

  /// Returns whether the server at `--control` reported this URL and is on a different machine.
  private func isNamedByServer(_ url: String) -> Bool {
    guard let control, against == nil, url != control else { return false }
    return (try? Upstream(control))?.isThisMachine != true
  }

  private func upstream(_ url: String) throws -> Responder {
    var options = UpstreamOptions()
    options.trustFile = trust
    options.isNamedByServer = isNamedByServer(url)
    do throws(UpstreamError) {
      return try Upstream(url, options).namedByClient
    } catch {
      Terminal.complain("\(error)")
      throw error.exitCode
    }
  }
}

/// A header field as on the command line: `Authorization: Bearer x`.
struct RequestField: ExpressibleByArgument {
  let field: HTTPField

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":"),
      let name = HTTPField.Name(String(argument[..<colon]))
    else { return nil }
    let value = argument[argument.index(after: colon)...].trimmed
    guard HTTPField.isValidValue(value) else { return nil }
    field = HTTPField(name: name, value: value)
  }
}
