package import Ghostlight

/// The run of one test with its own stage, which reports requests for which no service has a
/// response.
package struct EmulatedScope: Sendable, TestScope {
  private let configuration: StageConfiguration
  private let intercepted: InterceptedSessions?
  private let allowsUnmatched: Bool

  /// Creates a scope for a test; unless `allowingUnmatched` is `true`, requests for which no service
  /// has a response are reported.
  package init(
    _ configuration: StageConfiguration, intercepting sessions: InterceptedSessions? = nil,
    allowingUnmatched: Bool
  ) {
    self.configuration = configuration
    intercepted = sessions
    allowsUnmatched = allowingUnmatched
  }

  /// Runs a test, then reports each request for which no service had a response, and the unused
  /// entries of recordings.
  ///
  /// A file that cannot be read is reported, and the test does not run.
  ///
  /// - Throws: The error that the test throws, `ConfigurationError` if two emulators have the same
  ///   host, or `NamespaceError` if the namespace cannot be created.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (Finding) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let own = try TestStage(configuration)
    guard own.problems.isEmpty else { return own.problems.forEach { report(Finding($0)) } }
    if let problem = own.stage.configuration.hosts.problem { throw problem }
    do throws(FaultPlanError) {
      for plan in configuration.faults { try plan.check(against: own.stage.configuration.services) }
    } catch {
      return report(Finding("StageConfiguration.faults: \(error)"))
    }
    var context = TestContext(responders: own.responders, stage: own, emulators: own.stage)
    guard intercepted == .shared else {
      return try await own.run(
        in: context, allowingUnmatched: allowsUnmatched, report: report, test)
    }
    let router = HostRouter(own.stage.configuration, context)
    context.router = router
    guard SharedSession.acquire(router) else { return report(Finding(SharedSession.isInUse)) }
    defer { SharedSession.release(router) }
    try await own.run(in: context, allowingUnmatched: allowsUnmatched, report: report) {
      let result: Result<Void, any Error>
      do { result = .success(try await test()) } catch { result = .failure(error) }
      if !allowsUnmatched { router.findings.forEach(report) }
      try result.get()
    }
  }
}

/// The run of one test with a stage of a single recording, contract or upstream, which responds
/// before the emulators of the traits before it.
///
/// The emulators keep their own stage: their namespace, fault plans and provider states are those of
/// the test, and the service's clock follows theirs.
package struct ServiceScope: Sendable, TestScope {
  private let service: Service
  private let replacesFirst: Bool
  private let forwardsToOuter: Bool
  private let allowsUnmatched: Bool

  /// Creates a scope for a service, which also takes the place of the first emulator if
  /// `replacingFirst` is `true`.
  ///
  /// `forwardingToOuter` says whether the upstream of the service is that emulator.
  package init(
    _ service: Service, replacingFirst: Bool = false, forwardingToOuter: Bool = false,
    allowingUnmatched: Bool = false
  ) {
    self.service = service
    replacesFirst = replacingFirst
    forwardsToOuter = forwardingToOuter
    allowsUnmatched = allowingUnmatched
  }

  /// Runs a test, then reports each request for which the service had no response, and the unused
  /// entries of a recording.
  ///
  /// A file that cannot be read is reported, and the test does not run.
  ///
  /// - Throws: The error that the test throws.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (Finding) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let outer = TestContext.ongoing
    var configuration = StageConfiguration(services: [service])
    configuration.maxWork = Int(clamping: StageConfiguration.largestWork)
    let own = try TestStage(configuration, forwardsToOuter: forwardsToOuter)
    guard own.problems.isEmpty else { return own.problems.forEach { report(Finding($0)) } }
    let (namespace, world) = (own.namespace, outer?.world)
    let responders = own.responders.map { responder in
      responder.before { request in
        if let world {
          // A stage without a log accepts each change.
          _ = try? namespace.changeClock(.set(milliseconds: world.clock.milliseconds), .freeze)
        }
        return request
      }
    }
    let others = (outer?.responders ?? []).dropFirst(replacesFirst ? 1 : 0)
    let context = TestContext(responders: responders + others, stage: own, outer: outer)
    guard let router = outer?.router else {
      return try await own.run(
        in: context, allowingUnmatched: allowsUnmatched, report: report, test)
    }
    try await router.putting(responders) {
      try await own.run(in: context, allowingUnmatched: allowsUnmatched, report: report, test)
    }
  }
}
