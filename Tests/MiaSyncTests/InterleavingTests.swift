import Ghostlight
import SyncFixtures
import SyncScenarios
import Testing

@Suite struct `Two devices` {
  @Test(arguments: SyncKind.allCases, Interleaving.seeds)
  func `end with what the service has`(_ kind: SyncKind, _ seed: UInt64) async throws {
    try await run(kind, seed, [])
  }

  @Test(arguments: SyncKind.allCases, Interleaving.seeds)
  func `end with what the service has, through lost, refused and late requests`(
    _ kind: SyncKind, _ seed: UInt64
  ) async throws {
    try await run(kind, seed, Interleaving.trouble)
  }

  private func run(_ kind: SyncKind, _ seed: UInt64, _ faults: [FaultPlan]) async throws {
    let project = try MiaProject(compatibility: seed.isMultiple(of: 2) ? 6 : 7)
    var interleaving = Interleaving(
      seed: seed,
      devices: [
        try kind.device("a", project.transport), try kind.device("b", project.transport),
      ], server: kind.server(project), marks: kind.marks, faults: faults)
    try await interleaving.run(steps: 40)
    #expect(interleaving.violations == [])
  }
}
