import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

@Suite struct `Hostile requests to the CRUD service` {
  /// Sends 300 requests to each of 16 projects.
  @Test(arguments: 0..<16)
  func `no mutated CRUD request traps, and refusals have a reason in JSON`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 41)
    var project = try MiaProject.library(seed % 2 == 0 ? MiaConfiguration() : MiaProject.seven)
    let models = MiaRouteRow.all.map(\.request) + MiaRefusalRow.all.map(\.request)
    for _ in 0..<300 {
      let request = mutated(random.pick(models), &random)
      let answer = project.answer(request)
      guard request.target.rawPath.hasPrefix("/v2/") else { continue }
      if answer.response.status.code >= 400 {
        #expect(answer.response.json?["error"] != nil, "\(request)")
      } else {
        #expect([200, 201, 204].contains(answer.response.status.code))
      }
    }
  }

  /// Applies 300 filters and updates to each of 16 collections.
  ///
  /// An index must never change the result of a filter.
  @Test(arguments: 0..<16)
  func `random filters find the same documents with and without indexes`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 1_009)
    let plain = try FilterFixture.documents(indexed: false)
    let indexed = try FilterFixture.documents(indexed: true)
    let parser = FilterParser(schema: FilterFixture.schema)
    for _ in 0..<300 {
      let text = JSON.object(GeneratedFilter.filter(depth: 3, &random)).text()
      let row = FilterCase(text, "")
      #expect(try row.run(over: plain, parser) == row.run(over: indexed, parser), "\(text)")
    }
  }

  @Test(arguments: 0..<16)
  func `random update commands are applied or refused`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 5_003)
    var project = try MiaProject.library()
    let target = RequestTarget("/v2/plates/\(MiaDefinitions.lid)?_st=PUBLIC")
    for _ in 0..<200 {
      let status = project.send(.json(.patch, target, GeneratedFilter.commands(&random))).status
        .code
      #expect([200, 400, 500].contains(status))
    }
    #expect(project.send(.init(.get, target)).status == .ok)
  }

  private func mutated(_ request: Request, _ random: inout SplitMix64) -> Request {
    var copy = request
    for _ in 0..<(random.next() % 4) {
      switch random.next() % 3 {
      case 0: random.damage(&copy.body)
      case 1: random.damage(&copy.target)
      default:
        let names: [HTTPField.Name] = [
          .aclRows, .aclReadColumns, .aclWriteColumns, .queryEncoding, .userID, .contentType,
        ]
        let values = [
          "[", "[[]]", #"{"age":1}"#, "x", "", "base64", "name,,age",
          "multipart/form-data; boundary=",
        ]
        copy.headers[names[Int(random.next() % 6)]] = values[Int(random.next() % 8)]
      }
    }
    return copy
  }
}
