import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Contracts against a recording` {
  static let files = [ContractFile("notes.json", Notes.pact)]

  private func recording(
    _ change: @escaping @Sendable (Response) -> Response = { $0 }
  ) async -> Recording {
    await ContractRunner(Notes.executor(change)).run(Self.files).recording
  }

  private func outcomes(_ recording: Recording) async -> [ContractOutcome] {
    await ContractRunner(.recording(recording), catalogues: [Notes.catalogue]).run(Self.files)
      .results.map(\.outcome)
  }

  @Test func `the recording of a correct service keeps every promise`() async {
    #expect(await outcomes(await recording()) == [.kept, .kept, .kept])
  }

  @Test func `the recording of a broken service breaks every promise`() async {
    let broken = await recording { _ in Response(.ok) }
    #expect(await outcomes(broken).allSatisfy { !$0.failures.isEmpty })
  }

  @Test func `entries without interaction names are found by their request`() async {
    var recording = await recording()
    for index in recording.exchanges.indices { recording.exchanges[index].notes = [:] }
    recording.exchanges[1].request.target = "/notes/1"
    #expect(await outcomes(recording) == [.kept, .kept, .kept])
  }

  @Test func `a missing or wrong entry is reported with a remedy`() async {
    var recording = await recording()
    recording.exchanges.removeLast()
    recording.exchanges[0].request.method = .put
    let failures = await outcomes(recording).flatMap(\.failures).map(\.actual)
    #expect(
      failures == [
        "the recorded request is PUT /notes, not POST /notes: record it again with "
          + "`ghostlight verify --record`",
        "the recording does not have GET /notes/9: record it with `ghostlight verify --record`",
      ])
  }
}
