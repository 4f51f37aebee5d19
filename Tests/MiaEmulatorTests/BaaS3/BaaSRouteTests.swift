import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Routes of BaaS 3` {
  @Test(arguments: BaaSRouteRow.all)
  func `each route of BaaS 3 serves its request`(_ row: BaaSRouteRow) throws {
    var project = try MiaProject.gallery()
    let request = row.request(project)
    #expect(project.backend.route(of: request) == row.title)
    let answer = project.answer(request)
    let summary = try #require(MiaBackend.catalogue.routes.first { $0.title == row.title })
    #expect(answer.route == row.title)
    #expect(answer.effect == (summary.changes ? .changed : .read))
    let text = "\(answer.response.status.code) \(answer.response.text)"
    #expect(text.hasPrefix(row.answer), "\(text)")
    #expect(answer.response.headers[.cacheControl] == "no-cache, no-store, must-revalidate")
    #expect(answer.response.headers[.pragma] == "no-cache")
    #expect(answer.response.headers[.expires] == "0")
    let isFile = row.title == "Download a file"
    #expect(
      answer.response.headers[.contentType] == (isFile ? "text/plain" : "application/json"))
  }

  @Test func `the tests of routes cover the whole table of BaaS 3`() {
    #expect(BaaSRouteRow.all.map(\.title) == MiaBackend.baasTable.summaries.map(\.title))
  }

  @Test(arguments: BaaSRouteRow.all)
  func `each path of BaaS 3 also works with the prefix v3`(_ row: BaaSRouteRow) throws {
    var plain = try MiaProject.gallery()
    var prefixed = plain
    var request = row.request(plain)
    let answer = plain.send(request)
    request.target = RequestTarget("/v3" + request.target.raw)
    #expect(prefixed.send(request) == answer)
    #expect(prefixed.fingerprint == plain.fingerprint)
  }

  @Test(arguments: BaaSRouteRow.all)
  func `a restored snapshot of BaaS 3 gives the same responses`(_ row: BaaSRouteRow) throws {
    var project = try MiaProject.gallery()
    project.send(row.request(project))
    var copy = MiaProject()
    try copy.backend.restore(project.backend.snapshot)
    #expect(copy.fingerprint == project.fingerprint)
    let sid: HTTPFields = [.sid: MiaProject.bobSID]
    for target in ["/pictures", "/notes", "/files", "/users", "/users/me"] as [RequestTarget] {
      let request = Request(.get, target, headers: sid)
      #expect(copy.send(request).body == project.send(request).body)
    }
    let login = MiaProject.request(
      .post, "/users/login", ["email": .string(MiaProject.bob), "password": "pw"])
    #expect(copy.send(login).status == .ok)
  }

  @Test(arguments: [
    Request(.patch, "/pictures/p1"), Request(.get, "/"), Request(.get, "/pictures/p1/more"),
    Request(.put, "/v3"), Request(.delete, "/geocoding/geo/x"),
  ])
  func `a request without a route of BaaS 3 is not found`(_ request: Request) throws {
    var project = try MiaProject.gallery()
    let answer = project.answer(request)
    #expect(answer.effect == .unmatched)
    #expect(
      "\(answer.response.status.code) \(answer.response.text)"
        == MiaProject.refusal(404, "Resource not found"))
    #expect(!answer.nearMisses.isEmpty)
    var secretless = request
    secretless.headers[.secret] = "nope"
    #expect(project.send(secretless).status == .unauthorized)
  }
}
