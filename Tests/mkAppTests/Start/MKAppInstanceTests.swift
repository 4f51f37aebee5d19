import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MKAppInstance settings and errors` {
  @Test(
    arguments: [
      ("http://127.0.0.1:8080/", nil, nil, "http://127.0.0.1:8080 /c/"),
      ("http://h/v3//", "p", nil, "http://h /v3/c/"),
      (nil, "HTTPS://h:1/x", nil, "https://h:1 /x/c/"),
      (nil, "shop", nil, "https://shop.baas.invalid /c/"),
      (nil, "shop", "http://localhost:4402/{project}", "http://localhost:4402 /shop/c/"),
    ] as [(String?, String?, String?, String)])
  func `the address comes from endpoint, name or template`(
    _ endpoint: String?, _ name: String?, _ template: String?, _ sent: String
  ) throws {
    let app = TestApp(.json(.ok, []))
    app.instance.APIEndpoint = endpoint
    app.instance.projectAPIname = name
    if let template { app.instance.endpointTemplate = template }
    _ = try app.run { try MIAQuery(collectionName: "c").findObjects() }
    let requests = app.service.requests
    #expect(requests.map { "\($0.scheme)://\($0.authority) \($0.target)" } == [sent])
  }

  @Test(
    arguments: [
      (nil, "s", "The project name is missing; set projectAPIname when the app starts."),
      ("", "s", "The project name is missing; set projectAPIname when the app starts."),
      ("shop", nil, "The API secret is missing; set APISecret when the app starts."),
      ("a b", "s", "Invalid address \"https://a b.baas.invalid\"; write it as https://host/path."),
      (
        "<name>", "s",
        "Invalid address \"https://<name>.baas.invalid\"; write it as https://host/path."
      ),
      ("ftp://h", "s", "Invalid address \"ftp://h\"; write it as https://host/path."),
      ("http://h/?a", "s", "Invalid address \"http://h/?a\"; write it as https://host/path."),
      ("http:///x", "s", "Invalid address \"http:///x\"; write it as https://host/path."),
    ] as [(String?, String?, String)])
  func `an instance without valid settings fails with the remedy`(
    _ name: String?, _ secret: String?, _ message: String
  ) {
    let app = TestApp()
    app.instance.APIEndpoint = nil
    app.instance.projectAPIname = name
    app.instance.APISecret = secret
    app.run {
      #expect(throws: MKError(.invalidParams, message: message)) {
        _ = try MIAQuery(collectionName: "c").findObjects()
      }
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test func `collection names can be lower-cased in paths`() throws {
    let app = TestApp(.json(.ok, []))
    app.instance.jsonCollectionNameLowerCaseOnly = true
    _ = try app.run { try MIAQuery(collectionName: "PictureData").findObjects() }
    #expect(app.service.lines == ["GET /picturedata/"])
  }

  @Test func `each request is logged if logging is on`() async throws {
    let (lines, slot) = AsyncStream.makeStream(of: String.self)
    let app = TestApp(.json(.ok, []), change: { $0.log = { slot.yield($0) } })
    app.instance.requestLogEnabled = true
    _ = try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    let line = await lines.first { _ in true }
    #expect(line == "GET http://127.0.0.1:8080/c/ → 200")
  }

  @Test func `sharedInstance and shared return the instance of the process`() {
    #expect(MKAppInstance.sharedInstance === MKAppInstance.shared())
    #expect(MKAppInstance.sharedInstance.callbackQueue.label == DispatchQueue.main.label)
  }

  @Test(
    arguments: [
      (400, .invalidParams), (401, .operationNotAllowed), (402, .operationFailed),
      (403, .operationNotAllowed), (404, .operationFailed), (405, .unknownStatus),
      (406, .duplicateKey), (407, .duplicateKey), (500, .unknownStatus),
    ] as [(Int, MKError.Code)])
  func `a refusal is an error by its status`(_ status: Int, _ code: MKError.Code) throws {
    let app = TestApp(.refusal(status, "why"))
    app.run {
      let error = #expect(throws: MKError.self) { try MIAQuery(collectionName: "c").findObjects() }
      #expect(error == MKError(code, statusCode: status, message: "why"))
      let bridged = error.map { $0 as NSError }
      #expect(bridged?.domain == "MKAPPErrorDomain")
      #expect(bridged?.code == code.rawValue)
      #expect(bridged?.localizedDescription == "why")
    }
  }

  @Test(
    arguments: [
      (
        Response(.badRequest, body: Array("Failed to parse querystring".utf8)),
        "Failed to parse querystring"
      ),
      (.json(.badRequest, [:]), "The server returned status 400."),
      (Response(.badRequest), "The server returned status 400."),
    ])
  func `an error has the server's message`(_ response: Response, _ message: String) {
    let app = TestApp(response)
    app.run {
      #expect(throws: MKError(.invalidParams, statusCode: 400, message: message)) {
        _ = try MIAQuery(collectionName: "c").findObjects()
      }
    }
  }

  @Test(
    arguments: [
      (Delivery.reset, MKError.Code.connectionFailed), (.empty, .connectionFailed),
      (.truncated(bytes: 1), .connectionFailed), (.malformedChunk, .invalidResponse),
    ])
  func `broken connections are errors`(_ delivery: Delivery, _ code: MKError.Code) {
    var response = Response.json(.ok, [])
    response.delivery = delivery
    let app = TestApp(response)
    app.run {
      let error = #expect(throws: MKError.self) { try MIAQuery(collectionName: "c").findObjects() }
      #expect(error?.code == code && error?.statusCode == nil)
    }
  }

  @Test(arguments: [Response(.ok), .json(.ok, [:]), .json(.ok, [1])])
  func `responses of an unexpected form are errors`(_ response: Response) {
    let app = TestApp(response)
    app.run {
      let list = #expect(throws: MKError.self) { try MIAQuery(collectionName: "c").findObjects() }
      #expect(list?.code == .invalidResponse)
      let item = #expect(throws: MKError.self) { try MKCollection(name: "c").save() }
      #expect(item?.code == .invalidResponse)
    }
  }
}
