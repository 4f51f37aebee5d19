import Foundation
import Ghostlight
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Two devices` {
  @Test(arguments: SyncKind.allCases, Interleaving.seeds)
  func `both devices agree with the service and lose no edit`(
    _ kind: SyncKind, _ seed: UInt64
  ) async throws {
    try await run(kind, seed, [])
  }

  @Test(arguments: SyncKind.allCases, Interleaving.seeds)
  func
    `both devices agree with the service and lose no edit, even after lost requests or killed apps`(
      _ kind: SyncKind, _ seed: UInt64
    ) async throws
  {
    try await run(kind, seed, LossyNetwork.Loss.allCases)
  }

  private func run(
    _ kind: SyncKind, _ seed: UInt64, _ losses: [LossyNetwork.Loss]
  ) async throws {
    let project = try MiaProject(compatibility: seed.isMultiple(of: 2) ? 6 : 7)
    let folder = try TemporaryFolder()
    let players = try ["a", "b"].map { name in
      var numbers = SeededNumbers(seed: seed)
      return try Player(project.transport) { transport in
        // Each start of the app sets the device's clock to the right time or an hour off.
        try kind.device(
          name, transport, file: losses.isEmpty ? nil : URL(filePath: folder[name + ".sqlite"]),
          clockOffset: [0, -3600, 3600].randomElement(using: &numbers) ?? 0)
      }
    }
    var interleaving = Interleaving(
      seed: seed, players: players, server: kind.server(project), marks: kind.marks,
      losses: losses)
    try await interleaving.run(steps: 60)
    #expect(interleaving.violations == [])
  }
}
