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
          file.pact.interactions.removeAll { !$0.description.isOf(play) }
          return file
        })
      let told = try await play.told(stub.responder)
      #expect(
        told.isExpected, "\(play): \(told.received), not \(told.expected); \(stub.report)")
      #expect(stub.report.misses == [], "\(play)")
      #expect(stub.report.unused == [], "\(play)")
    }
  }
}

extension String {
  /// Whether this describes a request of a scene: `Login: 2. GET /todo` is one of `Login`.
  fileprivate func isOf(_ play: Scene) -> Bool {
    guard hasPrefix("\(play): ") else { return false }
    let rest = dropFirst("\(play): ".count)
    let number = rest.prefix(while: \.isNumber)
    return !number.isEmpty && rest.dropFirst(number.count).hasPrefix(". ")
  }
}
