import Testing

@testable import GhostlightServer

@Suite struct `What the pages of the console are written in` {
  /// Ways by which text of others could become markup or code, or a page ask another server.
  private static let refused = [
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(",
    "new Function", "setAttribute('style'", " onclick=", " style=", "<script>", "http://",
    "https://",
    "allow-scripts",
  ]

  @Test(arguments: ConsolePages.all.map(\.path))
  func `no text becomes markup, and nothing comes from elsewhere`(_ path: String) throws {
    let asset = try #require(ConsolePages.all.first { $0.path == path })
    // The name of a format, not an address.
    let text = asset.text.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(Self.refused.filter { text.contains($0) } == [])
  }

  @Test(arguments: ConsolePages.all.map(\.path))
  func `every file that another names is served`(_ path: String) throws {
    let asset = try #require(ConsolePages.all.first { $0.path == path })
    let named =
      asset.text.matches(of: /from '\.\/([a-z]+\.js)'/).map { "/assets/\($0.1)" }
      + asset.text.matches(of: /="(\/assets\/[a-z.]+)"/).map { String($0.1) }
    #expect(Set(named).subtracting(ConsolePages.all.map(\.path)) == [])
    #expect(path != "/" || named.count == 3)
  }

  @Test func `each view of the navigation has a module`() throws {
    let application = try #require(ConsolePages.all.first { $0.path == "/assets/app.js" })
    let views = application.text.matches(of: /\['([a-z]*)', '[A-Z][a-z ]+', '[a-z]'\]/)
      .map { $0.1.isEmpty ? "start" : String($0.1) }
    #expect(views.count == 10)
    #expect(
      Set(views.map { "/assets/\($0).js" }).subtracting(ConsolePages.all.map(\.path)) == [])
  }

  @Test func `the start page is small`() {
    let start =
      ["/"]
      + ["app", "dom", "api", "json", "start"].map { "/assets/\($0).js" }
    let bytes = ConsolePages.all.filter { start.contains($0.path) }.map(\.text.utf8.count)
    #expect(bytes.count == start.count)
    #expect(bytes.reduce(0, +) < 60_000)
  }
}
