import ConsumerContracts
import ContractLibrary
import GhostlightContracts
import GhostlightRecording
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A stub of an SDK's contract` {
  /// Gives each scene a stub of its own requests only.
  ///
  /// Another scene may expect a different response to an equal request.
  @Test(arguments: Variant.inStyles)
  func `an SDK gets equal results from a stub and the emulator`(
    _ variant: Variant, _ style: CallStyle
  ) async throws {
    let files = try await variant.chapters().map { ContractFile($0.name, $0.pact) }
    for scenario in variant.scenes {
      let stub = ContractStub(
        files.map { file in
          var file = file
          file.pact.interactions.removeAll { !$0.description.isRequest(of: scenario.title) }
          return file
        })
      let outcome = try await CallStyle.$current.withValue(style) {
        try await scenario.outcome(stub.responder)
      }
      #expect(
        outcome.isExpected,
        "\(scenario): \(outcome.received), not \(outcome.expected); \(stub.report)")
      #expect(stub.report.misses == [], "\(scenario)")
      #expect(stub.report.unused == [], "\(scenario)")
    }
  }
}

extension Variant {
  /// All variants, once for each of their call styles.
  static let inStyles = all.flatMap { variant in variant.styles.map { (variant, $0) } }
}

extension String {
  /// Returns whether this interaction description belongs to the scene with this title.
  ///
  /// `Login: 2. GET /todo` belongs to `Login`.
  fileprivate func isRequest(of title: String) -> Bool {
    guard hasPrefix("\(title): ") else { return false }
    let rest = dropFirst("\(title): ".count)
    let number = rest.prefix(while: \.isNumber)
    return !number.isEmpty && rest.dropFirst(number.count).hasPrefix(". ")
  }
}
