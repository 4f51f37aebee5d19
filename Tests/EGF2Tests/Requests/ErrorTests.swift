import EGF2
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Errors` {
  private func failure(
    _ answer: Response, _ start: (EGF2Graph, @escaping ObjectBlock) -> Void
  ) async throws -> NSError {
    let app = try ScriptedApp(answer)
    let error = try await awaitCallback { (resume: @escaping @Sendable (NSError?) -> Void) in
      start(app.graph) { object, error in resume(object == nil ? error : nil) }
    }
    return try #require(error)
  }

  @Test(arguments: [201, 400, 404, 419, 500])
  func `a status other than 200 and 204 is a server error with code and message`(
    _ status: Int
  ) async throws {
    let error = try await failure(.refusal(status, "SomeCode", "some text")) {
      $0.object(withId: "p-12", completion: $1)
    }
    #expect(error is EGF2Error)
    #expect((error as? EGF2Error)?.kind == .serverError)
    #expect(error.domain == "EGF2" && error.code == 1)
    #expect(error.localizedDescription == "Server has returned an error")
    #expect(error.localizedFailureReason == "some text")
    #expect(error.userInfo["status_code"] as? Int == status)
    #expect(error.userInfo["error_code"] as? String == "SomeCode")
  }

  @Test func `a refusal without a message has the reason Unknown error`() async throws {
    let error = try await failure(Response(.badGateway, body: Array("<html>".utf8))) {
      $0.object(withId: "p-12", completion: $1)
    }
    #expect(error.localizedFailureReason == "Unknown error")
    #expect(error.userInfo["status_code"] as? Int == 502)
    #expect(error.userInfo["error_code"] == nil)
  }

  static let unreadable: [Response] = [
    .empty, .json(.ok, []), .json(.ok, ["text": "no id"]), .json(.ok, ["id": 1]),
    Response(.ok, body: Array("nonsense".utf8)),
  ]

  @Test(arguments: unreadable)
  func `a response without an id is a wrong JSON object`(_ answer: Response) async throws {
    let error = try await failure(answer) { $0.object(withId: "p-12", completion: $1) }
    #expect(error.code == 4 && error.localizedDescription == "Has got wrong JSON object")
  }

  @Test func `an id whose class is not registered is an unknown type`() async throws {
    let error = try await failure(.object("x-77")) { $0.object(withId: "x-77", completion: $1) }
    #expect(error.code == 5 && error.localizedDescription == "Unknown object type")
    #expect(error.localizedFailureReason == "Unknown type for object with id: x-77")
  }

  /// A model class as the original SDK's generator created it, without `graphFields`.
  private final class EGFUser: NSObject {}

  @Test func `a class of an older generator is an error that names egf2gen`() async throws {
    let app = try ScriptedApp(.object("u-03"))
    app.graph.idsWithModelTypes = ["03": EGFUser.self]
    let error = try await awaitCallback { (resume: @escaping @Sendable (NSError?) -> Void) in
      app.graph.object(withId: "u-03") { _, error in resume(error) }
    }
    #expect(error?.code == 5)
    #expect(error?.localizedFailureReason == "EGFUser does not declare graphFields: run egf2gen")
  }

  static let noPages: [Response] = [
    .empty, .json(.ok, ["results": []]), .json(.ok, ["count": 1]),
    .json(.ok, ["results": [1], "count": 1]), .json(.ok, ["results": [], "count": -1]),
    .json(.ok, ["results": [], "count": "1"]),
  ]

  @Test(arguments: noPages)
  func `a page without results or count is a wrong response`(_ answer: Response) async throws {
    let app = try ScriptedApp(answer)
    let (total, code) = try await awaitCallback { resume in
      app.graph.objects(forSource: "u-03", edge: "posts") { objects, count, error in
        resume((count, objects == nil ? error?.code : nil))
      }
    }
    #expect(total == 0 && code == 3)
  }

  @Test func `a page or search with an unknown type fails as a whole`() async throws {
    let app = try ScriptedApp(.page([.sample("p-12"), .sample("x-77")], count: 2))
    for call in ["objects", "search"] {
      let code = try await awaitCallback { resume in
        if call == "search" {
          app.graph.search(forObject: "any", after: -1, count: 2) { resume($2?.code) }
        } else {
          app.graph.objects(forSource: "u-03", edge: "posts") { resume($2?.code) }
        }
      }
      #expect(code == 5)
    }
  }

  @Test func `a login response without a token reports false with an error`() async throws {
    let app = try ScriptedApp(.json(.ok, ["token": "t"]))
    let (result, code) = try await awaitCallback { resume in
      app.graph.login(withEmail: "m@example.com", password: "x") { resume(($0 as? Bool, $1?.code)) }
    }
    #expect(result == false && code == 3)
    #expect(!app.graph.isAuthorized)
  }

  @Test func `an update with an object that is not a model fails`() async throws {
    let error = try await failure(.object("p-12")) {
      $0.updateObject(withId: "p-12", object: NSString("no model"), completion: $1)
    }
    #expect(error.code == 6 && error.localizedDescription == "Invalid graph object")
  }

  @Test(arguments: [nil, "TODO", "ftp://host/v1/", "http://"])
  func `a graph without a valid address sends nothing`(_ url: String?) async throws {
    let app = try ScriptedApp(.object("u-03"))
    app.graph.serverURL = url.flatMap { URL(string: $0) }
    let error = try await awaitCallback { resume in app.graph.userObject { resume($1) } }
    #expect(error?.code == 8)
    let reason = try #require(error?.localizedFailureReason)
    #expect(
      reason
        == (url.map { "serverURL is \"\($0)\"; write it as http://host/v1/" }
          ?? "serverURL is not set"))
    #expect(app.service.requests.isEmpty)
  }

  static let network: [(TransportError, URLError.Code)] = [
    (.cannotConnect("refused"), .cannotConnectToHost), (.timedOut, .timedOut),
    (.connectionReset, .networkConnectionLost), (.emptyReply, .zeroByteResource),
    (.truncatedBody(received: 1, of: 2), .networkConnectionLost), (.cancelled, .cancelled),
    (.malformedResponse, .cannotParseResponse), (.malformedRequest("x"), .badURL),
    (.other("y"), .unknown),
  ]

  @Test(arguments: network)
  func `transport errors become URL loading errors`(
    _ row: (error: TransportError, code: URLError.Code)
  ) async throws {
    let app = try ScriptedApp {
      $0.transport = Transport { _ throws(TransportError) in throw row.error }
    }
    let error = try await awaitCallback { resume in app.graph.userObject { resume($1) } }
    #expect(error?.domain == NSURLErrorDomain && error?.code == row.code.rawValue)
  }

  @Test func `every error code has a description`() {
    #expect(EGF2ErrorCode.allCases.map(\.rawValue) == Array(1...8))
  }
}
