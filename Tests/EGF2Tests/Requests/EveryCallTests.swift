import EGF2
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Every call of the EGF2 SDK` {
  private static let refusal =
    " EGF2 1 [NSLocalizedDescription=Server has returned an error, "
    + "NSLocalizedFailureReason=no, error_code=Code, status_code=403]"

  private static func app(_ row: EveryCall, _ isRefused: Bool) throws -> ScriptedApp {
    let app = try ScriptedApp(isRefused ? .refusal(403, "Code", "no") : row.answer)
    app.graph.isObjectPaginationMode = true
    return app
  }

  private static let rows = EveryCall.accounts + EveryCall.objects + EveryCall.pages

  @Test(arguments: rows, [false, true]) func `a call reports its result and its error`(
    _ row: EveryCall, _ isRefused: Bool
  ) async throws {
    let app = try Self.app(row, isRefused)
    let received = try await awaitCallback { row.start(app.graph, $0) }
    #expect(received == (isRefused ? row.failure + Self.refusal : row.success))
    #expect(app.service.lines == [row.line])
  }

  @Test(arguments: rows, [false, true]) func `a call with await has its result or its error`(
    _ row: EveryCall, _ isRefused: Bool
  ) async throws {
    let app = try Self.app(row, isRefused)
    let wait = try #require(row.wait)
    let outcome: String
    do { outcome = try await wait(app.graph) } catch { outcome = EveryCall.text(error as NSError) }
    #expect(outcome == (isRefused ? Self.refusal : row.success))
    #expect(app.service.lines == [row.line])
  }

  private static let searches: [(String, @Sendable (EGF2SearchParameters) -> Void)] = [
    ("expand=a,b", { $0.expand = ["a", "b"] }), ("fields=a,b", { $0.fields = ["a", "b"] }),
    ("sort=a,b", { $0.sort = ["a", "b"] }), ("filters=a:1", { $0.filters = ["a": 1] }),
    ("range=a:1:2", { $0.range = ["a": [1, 2]] }), ("q=x", { $0.query = "x" }),
    ("filters=a:1,2", { $0.filters = ["a": [1, 2]] }), ("expand=", { $0.expand = [] }),
    ("filters=a:true,b:null", { $0.filters = ["a": true, "b": NSNull()] }),
  ]

  @Test(arguments: searches) func `each search parameter is sent alone`(
    _ query: String, _ change: @Sendable (EGF2SearchParameters) -> Void
  ) async throws {
    let app = try ScriptedApp(.page([], count: 0))
    let parameters = EGF2SearchParameters(withObject: "post")
    change(parameters)
    _ = try await app.graph.search(withParameters: parameters)
    #expect(app.service.lines == ["GET /v1/search?object=post&\(query)"])
  }
}
