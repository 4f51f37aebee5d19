import Foundation
import Ghostlight
import GhostlightClient
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stage of one test, and the problems that the test's trait reports.
struct TestStage: Sendable {
  let stage: Stage
  /// The namespace that all requests of the test use.
  let namespace: Namespace
  private let exchanges: ObservedExchanges
  /// Whether the upstream of the service is an emulator of the traits before it.
  private let forwardsToOuter: Bool

  /// The maximum number of warnings about responses that may belong to another server.
  private static let mostWarnings = 20

  /// Creates a stage and reads the files of its services.
  ///
  /// - Throws: `NamespaceError` if the namespace cannot be created.
  init(
    _ configuration: StageConfiguration, forwardsToOuter: Bool = false
  ) throws(NamespaceError) {
    self.forwardsToOuter = forwardsToOuter
    let stage = Stage(configuration)
    let exchanges = ObservedExchanges(of: stage.configuration.services)
    stage.observe { exchanges.add($0) }
    stage.callPrograms(by: ProgramCaller(ProgramSession.responder))
    (self.stage, self.exchanges) = (stage, exchanges)
    namespace = try stage.namespace()
  }

  private var services: [Service] { stage.configuration.services }

  /// The reasons why the test cannot run: files that cannot be read, and names that several services
  /// have.
  var problems: [String] {
    var names: Set<String> = []
    let repeated = services.map(\.name).filter { !names.insert($0).inserted }
    return services.compactMap(\.problem)
      + repeated.map { "several services are named \"\($0)\"; give them different names with as:" }
  }

  /// The requests of the test, without those that are in the journal of another stage of the test.
  var requests: [Request] {
    namespace.journal.filter { !forwardsToOuter || $0.answer.effect != .forwarded }.map(\.request)
  }

  /// A responder for each service.
  var responders: [Responder] {
    services.compactMap { stage.responder(for: $0.name).map(Self.usingOwnNamespace) }
  }

  /// Returns a responder that uses the test's namespace, whichever namespace a request names.
  private static func usingOwnNamespace(_ responder: Responder) -> Responder {
    responder.before { request in
      var request = request
      // A client may name a namespace, but must still reach the state of this test.
      if request.headers[.ghostlightNamespace] != nil || request.host.hasSuffix(".localhost") {
        request.headers[.ghostlightNamespace] = Stage.defaultNamespace
      }
      return request
    }
  }

  /// The first contract among the services, or `nil` if there is none.
  private var contract: TestContract? {
    services.first { $0.seed is ContractBackend }
      .map { TestContract(namespace, $0.name, exchanges) }
  }

  /// Runs a test in a context, then reports the problems.
  ///
  /// The problems are reported even if the test has failed, because they may be the reason. Only
  /// what a failed test did not use is not reported.
  ///
  /// - Throws: The error that the test throws.
  func run(
    in context: TestContext, allowingUnmatched: Bool, isolation: isolated (any Actor)? = #isolation,
    report: (Finding) -> Void, _ test: () async throws -> Void
  ) async throws {
    var context = context
    context.ownContract = contract ?? context.ownContract
    TrafficLog.current?.add(self)
    if context.stages.count == 1 { TrafficLog.current?.add(context.stubs) }
    do {
      try await TestContext.$ongoing.withValue(context, operation: test)
    } catch {
      for finding in findings(allowingUnmatched) { report(finding) }
      throw error
    }
    let recordings = services.filter { $0.seed is RecordingBackend }
    for recording in recordings { problems(of: recording).forEach(report) }
    for finding in findings(allowingUnmatched) { report(finding) }
    for finding in unused(context, allowingUnmatched) { report(finding) }
  }

  /// Returns descriptions of the unmatched requests and of the fault plans that could not damage a
  /// response.
  private func findings(_ allowingUnmatched: Bool) -> [Finding] {
    let misses = allowingUnmatched ? [] : services.flatMap(misses)
    return (misses + exchanges.idleFaults).map { Finding($0) }
  }

  private func misses(of service: Service) -> [String] {
    guard let report = exchanges.report(of: service.name) else { return [] }
    let unlisted = report.missCount - report.misses.count
    return report.misses.map { (service.isFile ? "\(service.title): " : "") + $0.description }
      + (unlisted > 0 ? ["\(service.title): and \(unlisted) more misses"] : [])
  }

  /// Returns the errors in a recording, and warnings about responses to requests in the journal that
  /// may belong to another server.
  private func problems(of service: Service) -> [Finding] {
    guard let recording = service.seed as? RecordingBackend else { return [] }
    var warnings: [String] = []
    for entry in namespace.journal
    where entry.emulator == service.name && warnings.count < Self.mostWarnings {
      guard entry.answer.effect == .changed || entry.answer.effect == .read,
        let warning = recording.warning(about: entry.request), !warnings.contains(warning)
      else { continue }
      warnings.append(warning)
    }
    return (recording.problems + warnings).map { Finding("\(service.title): \($0)") }
  }
}

/// The parts of a test's setup that no request used.
extension TestStage {
  /// The requests to this stage, with the services that got them.
  private var sent: [SentRequest] {
    namespace.journal.map {
      SentRequest(service: $0.emulator, route: $0.answer.route, request: $0.request)
    }
  }

  /// Returns the findings about fault plans, stubs, contracts and entries of recordings that no
  /// request used.
  private func unused(_ context: TestContext, _ allowsUnmatched: Bool) -> [Finding] {
    let stubbed = context.stubs.requests.map {
      SentRequest(service: nil, route: nil, request: $0)
    }
    let sent = context.stages.flatMap(\.sent) + stubbed
    var found = idleFaults.map { $0.idleFinding(among: sent) }
    for service in services { found += unused(of: service, among: sent, allowsUnmatched) }
    // The stubs belong to the outermost context, so only its stage reports them.
    if context.stages.count == 1 { found += context.stubs.unusedFindings(among: sent) }
    return found
  }

  /// The fault plans that did not apply to any request, in the test's namespace and in those that it
  /// created.
  private var idleFaults: [ActiveFault] {
    let initial = stage.configuration.faults.count
    let others = stage.namespaceNames.filter { $0 != Stage.defaultNamespace }
      .compactMap { try? stage.namespace($0) }
    return namespace.idleFaults + others.flatMap { $0.idleFaults.filter { $0.number > initial } }
  }

  private func unused(
    of service: Service, among sent: [SentRequest], _ allowsUnmatched: Bool
  ) -> [Finding] {
    let report = exchanges.report(of: service.name)
    if let recording = namespace.backend(service.name) as? RecordingBackend {
      // With an upstream, a test is not held to the recording. A miss that names an entry is
      // already an issue about it.
      guard service.upstream == nil else { return [] }
      let named = allowsUnmatched ? [] : report?.misses.flatMap(\.nearest) ?? []
      return recording.unusedEntries.filter { entry in
        // Both begin with the number of an entry; its request follows.
        let request = entry.title.drop { $0 != "," } + ":"
        return !named.contains { $0.drop { $0 != "," }.hasPrefix(request) }
      }.map { entry in
        let wanted = NearestRequest.Wanted(
          method: entry.request.method, path: entry.request.target.rawPath)
        return Finding(
          "\(service.title): no request used \(entry.title): "
            + NearestRequest(to: wanted, among: sent).description
            + "; record again, remove the entry", isUnused: true)
      }
    }
    guard service.seed is ContractBackend, let report, report.served == 0, report.missCount == 0,
      !sent.contains(where: { $0.service == service.name })
    else { return [] }
    let elsewhere = sent.first.map { "\($0.line) was sent to \($0.service ?? "a stub")" }
    return [
      Finding(
        "\(service.title): no request was sent to the contract: "
          + (elsewhere ?? "the test sent no request")
          + "; send the app's requests to it, for example with hosts:", isUnused: true)
    ]
  }
}

/// Sends the requests of a test's emulators to programs of the user's, such as those of custom code.
///
/// The emulators are in the test's process and have no listener, so a program cannot call them.
final class ProgramSession: NSObject, URLSessionTaskDelegate, Sendable {
  /// A responder that sends each request with a URL session of its own.
  static var responder: Responder {
    Responder(name: "program") { request in await ProgramSession().send(request) }
  }

  private func send(_ request: Request) async -> Response {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    // The stage has the time limit.
    configuration.timeoutIntervalForRequest = 3600
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var valid = request
    valid.target = RequestTarget(
      request.target.raw.replacing("[", with: "%5B").replacing("]", with: "%5D"))
    let subject = "the program at \(request.place)"
    do throws(TransportError) {
      var response = try await Transport.urlSession(session).send(valid)
      // The session has already decoded the body.
      for name in [.connection, .transferEncoding, .contentEncoding] as [HTTPField.Name] {
        response.headers[name] = nil
      }
      return response
    } catch .cannotConnect(let reason) {
      return .unavailable(
        because: "\(subject) cannot be reached: \(reason) Start it there, or correct \"forward\"")
    } catch {
      return .unavailable(because: "\(subject) sent no complete response: \(error)")
    }
  }

  /// Refuses to follow a redirect, so that the client gets it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
