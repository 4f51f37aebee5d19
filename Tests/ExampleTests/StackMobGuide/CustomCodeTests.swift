import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobEmulator
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `The guide on custom code` {
  @Test func `Write Custom Code`() async throws {
    var configuration = StackMobConfiguration()
    configuration.customCode["whoami"] = CustomCode { call in
      .json(.ok, ["name": call.userName.map { .string($0) } ?? .null])
    }
    let emulator = Service.stackMob(StackMobBackend(configuration))
    let app = try await GuideApp(on: Stage(StageConfiguration(services: [emulator])))
      .loggedIn(as: "bob")

    let answer = try await app.client.dataStore().perform(
      SMCustomCodeRequest(getRequestWithMethod: "whoami"))

    #expect((answer.body as? [String: Any])?["name"] as? String == "bob")
  }

  @Test func `Performing Custom Code Requests`() async throws {
    let app = try GuideApp()
    try app.setUp("custom code exists", ["name": "sum", "fixture": "params"])
    let answers = Mailbox(of: [String?].self)

    let request = SMCustomCodeRequest(getRequestWithMethod: "sum")
    request.addQueryStringParameterWhere("param1", equals: "a & b")
    request.addQueryStringParameterWhere("param2", equals: "c")
    app.client.dataStore().performCustomCodeRequest(
      request,
      onSuccess: { _, response, body in
        let answer = body as? [String: Any]
        answers.put([
          "\(response?.statusCode ?? 0)", answer?["param1"] as? String,
          answer?["param2"] as? String,
        ])
      },
      onFailure: { _, _, error, _ in
        Issue.record(error)
      })

    #expect(await answers.next() == ["200", "a & b", "c"])
  }

  @Test func `Setting Request Headers`() async throws {
    let app = try GuideApp()
    try app.setUp("custom code exists", ["name": "shoes", "fixture": "greeting"])

    let options = SMRequestOptions(headers: ["Content-Type": "text/plain"])
    let answer = try await app.client.dataStore().perform(
      SMCustomCodeRequest(postRequestWithMethod: "shoes", body: "size 43"), options: options)

    #expect((answer.body as? [String: Any])?["body"] as? String == "size 43")
    let sent = try app.stage.namespace().journal.last?.request.headers
    #expect(sent?[.contentType] == "text/plain")
  }

  @Test func `Setting Response Content Types`() async throws {
    let app = try GuideApp()
    try app.setUp(
      "custom code exists", ["name": "page", "text": "<p>", "contentType": "text/html"])

    let request = SMCustomCodeRequest(getRequestWithMethod: "page")
    request.responseContentType = "text/html"
    let answer = try await app.client.dataStore().perform(request)

    #expect(answer.body as? Data == Data("<p>".utf8))
  }
}
