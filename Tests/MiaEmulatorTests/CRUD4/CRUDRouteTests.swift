import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Routes of the CRUD service` {
  /// Returns whether a response is the expected one, in which an ellipsis stands for any
  /// characters.
  private func matches(_ text: String, _ expected: String) -> Bool {
    let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text == expected }
    return text.hasPrefix(parts[0]) && text.hasSuffix(parts[1])
  }

  @Test(arguments: MiaRouteRow.all)
  func `each route of the CRUD service serves its request`(_ row: MiaRouteRow) throws {
    var project = try MiaProject.library()
    let answer = project.answer(row.request)
    let summary = try #require(MiaBackend.catalogue.routes.first { $0.title == row.title })
    #expect(answer.route == row.title)
    #expect(answer.effect == (summary.changes ? .changed : .read))
    let text = "\(answer.response.status.code) \(answer.response.text)"
    #expect(matches(text, row.answer), "\(text)")
    #expect(project.backend.route(of: row.request) == row.title)
  }

  @Test func `the tests of routes cover the whole table of the CRUD service`() {
    #expect(MiaRouteRow.all.map(\.title) == MiaBackend.crudTable.summaries.map(\.title))
  }

  @Test(arguments: MiaRouteRow.all)
  func `the same request at the same moment gives the same bytes`(_ row: MiaRouteRow) throws {
    var left = try MiaProject.library()
    var right = left
    #expect(left.send(row.request) == right.send(row.request))
    #expect(left.fingerprint == right.fingerprint)
  }

  @Test(arguments: MiaRouteRow.all)
  func `a restored CRUD service gives the same responses`(_ row: MiaRouteRow) throws {
    var project = try MiaProject.library()
    project.send(row.request)
    var copy = MiaProject()
    try copy.backend.restore(project.backend.snapshot)
    #expect(copy.fingerprint == project.fingerprint)
    for target in ["/v2/author/", "/v2/plates/", "/v2/books/"] as [RequestTarget] {
      #expect(copy.send(.init(.get, target)).body == project.send(.init(.get, target)).body)
    }
  }
}
