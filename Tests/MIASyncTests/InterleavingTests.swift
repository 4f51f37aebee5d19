import Ghostlight
import GhostlightSync
import SyncFixtures
import Testing

@Suite struct `Two devices with MIASync` {
  /// Without deletions for good, of which the other device cannot learn.
  private static let marks = [Marks.push, Marks.push, Marks.push, Marks.trash]

  @Test(arguments: Interleaving.seeds)
  func `end with what the backend has`(_ seed: UInt64) async throws {
    try await play(seed, [])
  }

  @Test(arguments: Interleaving.seeds)
  func `end with what the backend has, through lost, refused and late requests`(
    _ seed: UInt64
  ) async throws {
    try await play(seed, Interleaving.trouble)
  }

  private func play(_ seed: UInt64, _ faults: [FaultPlan]) async throws {
    let project = try MiaProject()
    var interleaving = Interleaving(
      seed: seed,
      devices: [
        try BaaSDevice("a", project.transport), try BaaSDevice("b", project.transport),
      ], server: BaaSServer(project: project), marks: Self.marks, faults: faults)
    try await interleaving.run(steps: 40)
    #expect(interleaving.problems == [])
  }
}
