import ConsumerContracts
import ContractLibrary
import GhostlightContracts
import Testing

@Suite struct `A stub of what an SDK relies on` {
  /// Each scene has a stub of what it asked itself, since in others the same answers otherwise.
  @Test(arguments: Variant.all)
  func `tells the SDK the same as the emulator`(_ variant: Variant) async throws {
    let files = try await variant.chapters().map { ContractFile($0.name, $0.pact) }
    for play in variant.scenes {
      let stub = ContractStub(
        files.map { file in
          var file = file
          file.pact.interactions.removeAll { !$0.description.hasPrefix("\(play): ") }
          return file
        })
      let outcomes = try await play.outcomes(stub.responder)
      #expect(outcomes.received == outcomes.expected, "\(play): \(stub.report)")
      #expect(stub.report.misses == [], "\(play)")
      #expect(stub.report.unused == [], "\(play)")
    }
  }
}
