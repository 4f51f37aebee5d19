import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Every call of the StackMob SDK` {
  private static let rows =
    CallRow.users + CallRow.facebook + CallRow.twitter + CallRow.gigyas + CallRow.objects
    + CallRow.lists + CallRow.queries
  private static let refusal = #"HTTP 404 {"error":"no"}"#

  private static func answer(_ row: CallRow, _ isRefused: Bool) -> Response {
    isRefused ? .json(.notFound, ["error": "no"]) : .json(.ok, row.answer)
  }

  private static func lines(_ stage: MockTransport) -> [String] {
    stage.requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method.rawValue) \(request.scheme)://\(request.authority)"
        + request.target.raw + body
    }
  }

  private static func probes(_ stage: MockTransport) -> [String?] {
    stage.requests.map { request in HTTPField.Name("X-Probe").flatMap { request.headers[$0] } }
  }

  @Test(arguments: rows, [false, true])
  func `a call passes on its arguments, options, queues and blocks`(
    _ row: CallRow, _ isRefused: Bool
  ) async throws {
    let stage = MockTransport(Self.answer(row, isRefused))
    let client = try SMClient.of(stage)
    let probe = CallProbe()
    let received = await probe.blocks.next { row.call(client, probe) }
    let place = row.hasOptions ? (isRefused ? "bad" : "good") : "main"
    #expect(received == "\(place): \(isRefused ? Self.refusal + row.failed : row.success)")
    #expect(Self.lines(stage) == [row.request])
    #expect(Self.probes(stage) == [row.hasOptions ? "1" : nil])
  }

  @Test(arguments: rows.filter { $0.wait != nil }, [false, true])
  func `a call with await passes on its arguments and options`(
    _ row: CallRow, _ isRefused: Bool
  ) async throws {
    let stage = MockTransport(Self.answer(row, isRefused))
    let client = try SMClient.of(stage)
    let wait = try #require(row.wait)
    let outcome: String
    do { outcome = try await wait(client, CallProbe().options) } catch {
      outcome = CallProbe.text(of: error)
    }
    #expect(outcome == (isRefused ? Self.refusal : row.success))
    #expect(Self.lines(stage) == [row.request])
    #expect(Self.probes(stage) == [row.hasOptions ? "1" : nil])
  }
}
