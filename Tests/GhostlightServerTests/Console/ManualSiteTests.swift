import Foundation
import Ghostlight
import GhostlightContracts
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Served manual` {
  private let control = ControlAPI(Stage(), addresses: ServerAddresses())

  private func get(
    _ path: String, _ accept: String = "text/html", from host: String = "127.0.0.1:4400",
    origin: String? = nil, by control: ControlAPI? = nil
  ) -> Response {
    var request = Request(.get, RequestTarget(path), authority: host)
    request.headers[.accept] = accept
    request.headers[.origin] = origin
    return (control ?? self.control).answer(request)
  }

  /// The folder `Sources` of the repository.
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The paths of the articles that belong in the served manual, relative to `Sources`.
  private static let articles: [String: String] = {
    let found = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    var articles: [String: String] = [:]
    for path in found ?? [] where path.hasSuffix(".md") {
      let parts = path.split(separator: "/")
      let (layer, module, name) = (
        parts[0], parts[parts.count - 3], parts[parts.count - 1].dropLast(3)
      )
      let isProtocol = layer == "Emulators" || name.hasPrefix("Protocol-")
      guard layer == "Manual" || isProtocol, module != "GhostlightEmulation" else { continue }
      articles[layer == "Manual" ? String(name) : "\(module)/\(name)"] = path
    }
    return articles
  }()

  @Test func `the manual and all articles of protocols are served`() {
    let missing = Set(Self.articles.keys).symmetricDifference(ManualSite.paths)
    #expect(missing.sorted() == [], "name them in Sources/Server/CManual/pages.c")
    #expect(ManualSite.paths.count > 60)
  }

  @Test(arguments: ManualSite.paths)
  func `each page is the article in the sources`(_ path: String) throws {
    let article = try #require(Self.articles[path])
    let text = try String(contentsOf: Self.sources.appending(path: article), encoding: .utf8)
    #expect(ManualSite.text(of: path) == text)
    #expect(get("/manual/" + path, "*/*").text == text)
  }

  @Test(arguments: ManualSite.paths)
  func `all links of a page lead to served pages and headings`(_ path: String) throws {
    let page = get("/manual/" + path)
    #expect(page.status == .ok)
    for link in page.text.matches(of: /href="\/manual\/([^"#]*)(?:#([^"]*))?"/) {
      let target = String(link.output.1)
      let markdown = target.isEmpty ? "" : ManualSite.text(of: target)
      let text = try #require(markdown, "\(path) links to \(target)")
      guard let anchor = link.output.2 else { continue }
      #expect(MarkdownPage.anchors(in: text).contains(String(anchor)), "\(path): \(anchor)")
    }
    #expect(page.text.firstMatch(of: /<script|&lt;doc:|\*\*[a-z]/) == nil)
  }

  @Test func `the first page lists all pages`() {
    let page = get("/manual/").text
    for path in ManualSite.paths where path != "Manual" {
      #expect(page.contains("<a href=\"/manual/\(path)\">"))
    }
    #expect(get("/manual").text == page)
  }

  @Test(arguments: [
    ("D38", "stackmob", "/manual/StackMobEmulator/Decisions#D38"),
    ("A19.3", "stackmob", "/manual/StackMobEmulator/Protocol-Users#A19.3"),
    ("A19.99", "stackmob", "/manual/StackMobEmulator/Protocol-Users#A19"),
    ("C9", "cosmos", "/manual/AppCenterData/Protocol-Offline#C9"),
  ])
  func `a section has an address`(_ code: String, _ provider: String, _ address: String) throws {
    let section = try #require(ProtocolSection(code, provider: provider))
    #expect(ManualSite.address(of: section) == address)
  }

  @Test func `pages run no script, and browsers keep a copy`() {
    let page = get("/manual/Tasks")
    #expect(
      page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; style-src") == true)
    #expect(page.headers[.contentSecurityPolicy]?.contains("script") == false)
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.headers[.vary] == "Accept")
    var request = Request(.get, "/manual/Tasks", authority: "127.0.0.1:4400")
    request.headers[.accept] = "text/html"
    request.headers[.ifNoneMatch] = page.headers[.eTag]
    #expect(control.answer(request).status == .notModified)
    request.method = .post
    #expect(control.answer(request).status == .methodNotAllowed)
  }

  @Test func `the manual has the access rules of the console's pages`() {
    let token = ControlToken("0123456789abcdef")
    let open = ControlAPI(Stage(), addresses: ServerAddresses(), token: token)
    for path in ["/manual/Tasks", "/console/"] {
      #expect(get(path, from: "evil.example").status == .forbidden)
      #expect(get(path, origin: "http://evil.example").status == .forbidden)
      #expect(get(path, from: "ci.example", by: open).status == .ok)
    }
  }

  @Test func `an unknown page gets 404`() {
    #expect(get("/manual/None").status == .notFound)
    #expect(get("/manual/../README").status == .notFound)
    #expect(get("/manuals").status == .notFound)
  }
}
