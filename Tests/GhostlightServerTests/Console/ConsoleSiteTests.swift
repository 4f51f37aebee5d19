import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Console site` {
  private let control = ControlAPI(Stage(), addresses: ServerAddresses())

  private func get(_ path: String, _ change: (inout Request) -> Void = { _ in }) -> Response {
    var request = Request(.get, RequestTarget(path), authority: "127.0.0.1:4400")
    request.headers[.accept] = "text/html"
    change(&request)
    return control.answer(request)
  }

  @Test(arguments: ["/", "/console", "/console/requests/42", "/console/data/stackmob/todo?x=1"])
  func `each address of a view returns the same index page`(_ path: String) {
    let response = get(path)
    #expect(response.status == .ok)
    #expect(response.text == ConsolePages.all.first { $0.path == "/" }?.text)
  }

  @Test(arguments: ConsolePages.all.map(\.path))
  func `each file of the console allows only scripts and styles of its own origin`(_ path: String) {
    let response = get(path)
    #expect(response.status == .ok)
    let policy = (response.headers[.contentSecurityPolicy] ?? "").components(separatedBy: "; ")
    #expect(
      policy.filter { !$0.hasPrefix("style-src 'self' 'sha256-") } == [
        "default-src 'none'", "script-src 'self'", "img-src 'self' data: blob:",
        "connect-src 'self'", "frame-src 'self' blob:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
      ])
    #expect(policy.count == 9)
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
    #expect(response.headers[.known("Referrer-Policy")] == "no-referrer")
    #expect(response.headers[.cacheControl] == "no-cache")
    #expect(response.headers[.contentType]?.hasSuffix("; charset=utf-8") == true)
  }

  @Test func `a browser with a current copy of a file gets 304`() throws {
    let tag = try #require(get("/").headers[.eTag])
    let response = get("/") { $0.headers[.ifNoneMatch] = tag }
    #expect(response.status == .notModified)
    #expect(response.body.isEmpty)
    #expect(get("/") { $0.headers[.ifNoneMatch] = "\"other\"" }.status == .ok)
  }

  @Test func `a page of the console refuses other methods and lists GET and HEAD`() {
    let response = get("/console/requests") { $0.method = .post }
    #expect(response.status == .methodNotAllowed)
    #expect(response.headers[.allow] == "GET, HEAD")
  }

  @Test func `pages of the console are refused to other machines and foreign pages`() {
    #expect(get("/console") { $0.authority = "evil.example" }.status == .forbidden)
    #expect(get("/") { $0.headers[.origin] = "http://evil.example" }.status == .forbidden)
  }

  @Test func `an unknown file of the console gets 404`() {
    #expect(get("/assets/none.js").status == .notFound)
    #expect(get("/consoles").status == .notFound)
  }

  @Test func `a read-only console refuses its pages' changes but not those of other clients`() {
    let stage = Stage()
    let control = ControlAPI(stage, addresses: ServerAddresses(), isConsoleReadOnly: true)
    let call = { (method: HTTPRequest.Method, path: String, isPage: Bool) in
      var request = Request(
        method, RequestTarget("/__ghostlight/v1/" + path), authority: "127.0.0.1:4400")
      if isPage { request.headers[.origin] = "http://127.0.0.1:4400" }
      return control.answer(request)
    }
    let refused = call(.post, "reset", true)
    #expect(refused.status == .forbidden)
    #expect(
      refused.json?["error"]
        == "this console may only look; start the server without --read-only-console, or use the command line"
    )
    #expect(call(.post, "reset", false).status == .ok)
    #expect(call(.get, "console", true).json?["readOnly"] == true)
    #expect(get("/__ghostlight/v1/console").json?["readOnly"] == false)
  }
}
