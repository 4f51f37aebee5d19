import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Sources of the console's pages` {
  /// Code that could turn untrusted text into markup or script, or load from another server.
  private static let refused = [
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(",
    "new Function", "setAttribute('style'", " onclick=", " style=", "<script>", "http://",
    "https://",
    "allow-scripts",
  ]

  @Test(arguments: ConsolePages.all.map(\.path))
  func `the console's pages add no markup and load nothing from elsewhere`(_ path: String) throws {
    let asset = try #require(ConsolePages.all.first { $0.path == path })
    // This URL is the name of an XML namespace, and nothing is loaded from it.
    let text = asset.text.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(Self.refused.filter { text.contains($0) } == [])
  }

  @Test(arguments: ConsolePages.all.map(\.path))
  func `every file that a page of the console names is served`(_ path: String) throws {
    let asset = try #require(ConsolePages.all.first { $0.path == path })
    let named =
      asset.text.matches(of: /from '\.\/([a-z]+\.js)'/).map { "/assets/\($0.1)" }
      + asset.text.matches(of: /="(\/assets\/[a-z.]+)"/).map { String($0.1) }
    #expect(Set(named).subtracting(ConsolePages.all.map(\.path)) == [])
    #expect(path != "/" || named.count == 3)
  }

  @Test func `each view in the console's navigation has a module`() throws {
    let application = try #require(ConsolePages.all.first { $0.path == "/assets/app.js" })
    let views = application.text.matches(of: /\['([a-z]*)', '[A-Z][a-z ]+', '[a-z]'\]/)
      .map { $0.1.isEmpty ? "start" : String($0.1) }
    #expect(views.count == 10)
    #expect(
      Set(views.map { "/assets/\($0).js" }).subtracting(ConsolePages.all.map(\.path)) == [])
  }

  @Test func `the console's start page is smaller than 60 kB`() {
    let start =
      ["/"]
      + ["app", "dom", "api", "json", "start"].map { "/assets/\($0).js" }
    let bytes = ConsolePages.all.filter { start.contains($0.path) }.map(\.text.utf8.count)
    #expect(bytes.count == start.count)
    #expect(bytes.reduce(0, +) < 60_000)
  }
}
