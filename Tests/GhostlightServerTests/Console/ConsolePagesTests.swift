import Foundation
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
    #expect(path != "/" || named.count == 5)
  }

  @Test func `each view in the console's navigation has a module`() throws {
    let application = try #require(ConsolePages.all.first { $0.path == "/assets/app.js" })
    let views = application.text.matches(of: /\['([a-z]*)', '[A-Z][a-z ]+', '[a-z]', 'M/)
      .map { $0.1.isEmpty ? "start" : String($0.1) }
    #expect(views.count == 12)
    #expect(
      Set(views.map { "/assets/\($0).js" }).subtracting(ConsolePages.all.map(\.path)) == [])
  }

  /// The folder of the files that browsers load.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Server/CManual/Console").standardizedFileURL

  @Test func `all files of the console's folder are built in, as they are on disk`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(
      ConsolePages.files.map(\.name) == names, "name them in Sources/Server/CManual/console.c")
    for (name, text) in ConsolePages.files {
      let file = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(text == file, "\(name)")
    }
  }

  @Test func `served scripts have no indentation, empty lines and comments`() {
    let script = """
      // A comment.
      import { a } from './a.js'; // kept

      /** Documents b. */
      /**
       * Documents
       * more. */
      export function b() {
          return a('/* kept */'); /* kept */
      }

      """
    #expect(
      ConsolePages.compact(script) == """
        import { a } from './a.js'; // kept
        export function b() {
        return a('/* kept */'); /* kept */
        }

        """)
  }

  @Test func `a style sheet is served without the spaces next to signs`() {
    let sheet = """
      /* kept apart */
      a > b:hover, c :is(d, e) { color: red; content: "✓ "; }
        f { margin: 0 auto }

      """
    #expect(
      ConsolePages.compactStyle(sheet) == """
        a > b:hover,c :is(d,e){color:red;content:"✓ "}
        f{margin:0 auto}

        """)
  }

  @Test func `the console's page contains its style sheet`() throws {
    let page = try #require(ConsolePages.all.first { $0.path == "/" })
    #expect(page.text.contains("<style>:root{"))
    #expect(!page.text.contains("stylesheet"))
  }

  @Test func `the console's start page is smaller than 60 kB`() {
    let start =
      ["/", "/assets/mark.svg"]
      + ["app", "dom", "api", "json", "start", "chart"].map { "/assets/\($0).js" }
    let bytes = ConsolePages.all.filter { start.contains($0.path) }.map(\.text.utf8.count)
    #expect(bytes.count == start.count)
    #expect(bytes.reduce(0, +) < 60_000)
  }
}
