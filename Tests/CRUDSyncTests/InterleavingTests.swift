import Ghostlight
import GhostlightSync
import SyncFixtures
import Testing

@Suite struct `Two devices with CRUD's Sync` {
  private static let marks = [
    Marks.push, Marks.push, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete,
  ]

  @Test(arguments: Interleaving.seeds)
  func `end with what the service has`(_ seed: UInt64) async throws {
    try await play(seed, [])
  }

  @Test(arguments: Interleaving.seeds)
  func `end with what the service has, through lost, refused and late requests`(
    _ seed: UInt64
  ) async throws {
    try await play(seed, Interleaving.trouble)
  }

  private func play(_ seed: UInt64, _ faults: [FaultPlan]) async throws {
    let project = try MiaProject(compatibility: seed.isMultiple(of: 2) ? 6 : 7)
    var interleaving = Interleaving(
      seed: seed,
      devices: [
        try CRUDDevice("a", project.transport), try CRUDDevice("b", project.transport),
      ], server: CRUDServer(project: project), marks: Self.marks, faults: faults)
    try await interleaving.run(steps: 40)
    #expect(interleaving.problems == [])
  }
}
