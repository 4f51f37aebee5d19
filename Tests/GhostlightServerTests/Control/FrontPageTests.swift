import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Front page of the control listener` {
  private let control: ControlAPI

  init() {
    let book = ServerAddresses()
    for (name, port) in [
      ("control", 4400), ("stackmob", 4401), ("mia", 4402), ("egf2", 4403), ("appcenter", 4404),
      ("cosmos", 8081),
    ] {
      book.setURL("http://127.0.0.1:\(port)", for: name)
    }
    control = ControlAPI(Stage(), addresses: book)
  }

  private func page(_ accept: String?) -> Response {
    var request = Request(.get, "/", authority: "127.0.0.1:4400")
    request.headers[.accept] = accept
    return control.answer(request)
  }

  @Test(arguments: [nil, "*/*", "application/json"])
  func `programs get addresses and first requests as JSON`(_ accept: String?) throws {
    let response = page(accept)
    #expect(response.status == .ok)
    let json = try #require(response.json)
    #expect(json["control"] == "http://127.0.0.1:4400/__ghostlight/v1")
    #expect(json["openapi"] == "http://127.0.0.1:4400/__ghostlight/v1/openapi.json")
    #expect(
      json["emulators"]?.array?.map { $0["url"] } == [
        "http://127.0.0.1:4401", "http://127.0.0.1:4402", "http://127.0.0.1:4403",
        "http://127.0.0.1:4404", "http://127.0.0.1:8081",
      ])
    #expect(
      json["emulators"]?[1]
        == [
          "name": "mia", "title": "Mia", "url": "http://127.0.0.1:4402",
          "keys": ["MIA_SECRET": "s3cr3t"],
          "try": .string(
            "curl -H 'secret: s3cr3t' -H 'Content-Type: application/json' "
              + "-d '{\"title\":\"Hello\"}' http://127.0.0.1:4402/books"),
        ])
  }

  @Test func `browsers get the console as the front page`() {
    let response = page("text/html,application/xhtml+xml,*/*;q=0.8")
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
    #expect(response.text == ConsolePages.all.first { $0.path == "/" }?.text)
  }

  @Test func `the front page is refused to foreign web pages`() {
    var request = Request(.get, "/", authority: "127.0.0.1:4400")
    request.headers[.origin] = "https://example.com"
    #expect(control.answer(request).status == .forbidden)
  }
}
