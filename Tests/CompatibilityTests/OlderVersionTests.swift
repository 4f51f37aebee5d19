import Foundation
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightPersistence
import GhostlightRecording
import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Files of older versions` {
  @Test func `the fixtures include the current version`() {
    #expect(Fixture.all.map(\.version).contains(Version.current))
  }

  @Test(arguments: Fixture.all)
  func `a data folder of a killed server is restored completely`(_ fixture: Fixture) throws {
    let temporary = try TemporaryFolder()
    let path = try fixture.copyData(to: temporary)
    let reads = try RecordedRead.all(fixture)
    #expect(Set(reads.map(\.emulator)) == ["stackmob", "mia", "egf2", "cosmos"])
    #expect(Set(reads.map(\.namespace)) == ["default", "other", "forked", "later"])
    // The first pass restores the older folder, and the second one reads what this version has
    // written.
    for _ in 1...2 {
      let folder = try DataFolder(at: path, version: Version.current)
      let stage = Stage(try fixture.configuration(madeAt: folder.madeAt), log: folder.log)
      try folder.restore(into: stage)
      #expect(folder.remarks.isEmpty)
      #expect(stage.namespaceNames == ["default", "forked", "later", "other"])
      RecordedRead.expect(reads, of: stage)
      try folder.close()
    }
  }

  @Test(arguments: Fixture.all, ["default", "other"])
  func `an older snapshot is restored`(_ fixture: Fixture, _ namespace: String) throws {
    let reads = try RecordedRead.all(fixture, in: namespace)
    #expect(!reads.isEmpty)
    let stage = Stage(try fixture.configuration())
    let snapshot = try stage.snapshot(from: try fixture.json("\(namespace).snapshot.json"))
    try stage.namespace(namespace).restore(snapshot)
    RecordedRead.expect(reads, of: stage)
  }

  @Test(arguments: Fixture.all)
  func `an older configuration is read completely`(_ fixture: Fixture) throws {
    let stage = Stage(try fixture.configuration())
    let configuration = stage.configuration
    #expect(configuration.seed == 29)
    #expect(try stage.namespace("default").clock.milliseconds == 1_793_523_600_000)
    #expect(configuration.namespaces == 20)
    #expect(configuration.maxWork == 10_000_000)
    #expect(configuration.faults.count == 1)
    let key: HTTPField.Name = try #require(HTTPField.Name("X-StackMob-API-Key"))
    let todo = Request(
      .get, "/todo/t1", headers: [key: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"])
    let answer = stage.respond(to: todo, by: "stackmob").json
    #expect(answer?["title"] == "Water the plants")
    #expect(answer?["rank"] == 1)
  }

  @Test(arguments: Fixture.all, Fixture.vendors)
  func `an older recording is replayed exactly`(_ fixture: Fixture, _ vendor: String) async throws {
    let recording = try fixture.recording(vendor)
    #expect(!recording.exchanges.isEmpty)
    let responder = Replayer(recording).responder
    for exchange in recording.exchanges {
      let answer = await responder.respond(exchange.request)
      #expect(answer.status == exchange.response.status)
      #expect(answer.body == exchange.response.body)
    }
  }

  @Test(arguments: Fixture.all)
  func `an older partial recording is recovered`(_ fixture: Fixture) throws {
    let file = try PartialFile(reading: fixture.path("killed.har.partial"))
    let partial = try #require(PartialRecording(reading: file))
    #expect(partial.tornBytes == 0)
    #expect(partial.incomplete.isEmpty)
    let recovered = (0..<partial.count).compactMap { partial.exchange(at: $0) }
    #expect(
      recovered.map { "\($0.request.method) \($0.request.target.raw) \($0.response.status.code)" }
        == ["POST /todo 201", "GET /todo/t9 200", "GET /todo/nowhere 404"])
    #expect(recovered[1].response.json?["title"] == "Recorded")
  }

  @Test(arguments: Fixture.all, Fixture.vendors)
  func `an older contract is kept by the recording that it was made from`(
    _ fixture: Fixture, _ vendor: String
  ) async throws {
    let name = "\(vendor).pact.json"
    let file = ContractFile(name, try Pact(reading: try fixture.json(name)))
    let recording = try fixture.recording(vendor)
    let report = await ContractRunner(.recording(recording)).run([file])
    #expect(report.results.map(\.outcome) == file.pact.interactions.map { _ in .kept })
    #expect(file.pact.interactions.count == recording.exchanges.count)
  }
}
