import CManual
import GhostlightContracts
import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// Serves the manual and the articles of the vendors' protocols, which are built into the executable.
///
/// Browsers get pages of HTML, and other clients the Markdown. The pages have the access rules of
/// the console's pages.
package enum ManualSite {
  /// The path of the first page; all other pages are below it.
  package static let root = "/manual/"

  /// Returns the response to a request for a page; `nil` for any other request, and for a page that
  /// does not exist.
  static func response(to request: Request) -> Response? {
    let path = request.target.rawPath
    guard path.hasPrefix(root) || path == root.dropLast() else { return nil }
    let name = String(path.dropFirst(root.count))
    guard let markdown = name.isEmpty ? contents : text(of: name) else { return nil }
    let wantsHTML = (request.headers[.accept] ?? "").contains("text/html")
    let text = wantsHTML ? html(markdown, path: name) : markdown
    return ConsoleSite.response(
      ConsoleAsset(
        path: path,
        mediaType: wantsHTML ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8",
        text: text), to: request, policy: policy)
  }

  /// Returns the address of a section, on this server: `/manual/StackMobEmulator/Decisions#D38`.
  ///
  /// A section without a heading of its own is in the one above it.
  static func address(of section: ProtocolSection) -> String {
    var code = section.code
    let anchors = text(of: section.page).map { MarkdownPage.anchors(in: $0) } ?? []
    while !anchors.contains(code), let dot = code.lastIndex(of: ".") { code = String(code[..<dot]) }
    return root + section.page + "#" + code
  }

  /// The paths of all pages, in the order of the manual.
  static let paths: [String] = pages.map { String(cString: $0.path) }

  private static var pages: UnsafeBufferPointer<EmbeddedFile> {
    UnsafeBufferPointer(start: manual_pages(), count: Int(manual_page_count()))
  }

  /// Returns the Markdown of a page; `nil` if there is no such page.
  static func text(of path: String) -> String? {
    guard let index = paths.firstIndex(of: path) else { return nil }
    return String(cString: pages[index].text)
  }

  private static func title(of path: String) -> String? {
    text(of: path).map { MarkdownPage.title(of: $0) }
  }

  /// The first page, with a list of all others.
  private static var contents: String {
    let rows = paths.filter { $0 != "Manual" }.map { path in
      let title = title(of: path) ?? path
      let module = path.split(separator: "/").dropLast().first.map { "\($0): " } ?? ""
      return "- [\(module)\(title)](\(root)\(path))"
    }
    return (text(of: "Manual") ?? "") + "\n## All pages\n\n" + rows.joined(separator: "\n") + "\n"
  }

  private static func html(_ markdown: String, path: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(XMLText.escape(MarkdownPage.title(of: markdown))) – Ghostlight</title>
    <link rel="icon" href="data:,">
    <style>\(style)</style>
    </head>
    <body>
    <nav><a href="\(root)">Manual</a> <a href="/console/">Console</a></nav>
    <main>
    \(MarkdownPage(path: path, title: title(of:)).html(markdown))</main>
    </body>
    </html>

    """
  }

  /// The content security policy of the pages: they run no script and load nothing.
  static let policy = """
    default-src 'none'; style-src 'sha256-\(Base64.encode(Digest.sha256(Array(style.utf8))))'; \
    img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  /// The style sheet of pages without scripts, with the colours and the type of the console.
  static let style = """
    :root { color-scheme: light dark; --ground: #f7f8f9; --surface: #fff; --sunken: #eff1f4; --line: #dde1e6; --text: #1b2026; --accent: #2d55c7; font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; background: var(--ground); color: var(--text); }
    @media (prefers-color-scheme: dark) { :root { --ground: #14171b; --surface: #1b1f25; --sunken: #23282f; --line: #323943; --text: #e7eaee; --accent: #94b2ff; } }
    body { margin: 0 auto; max-width: 54rem; padding: 1rem 1.25rem 4rem; }
    h1 { font-size: 1.5rem; letter-spacing: -.01em; } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; } h1, h2, h3 { line-height: 1.25; font-weight: 650; }
    a { color: var(--accent); text-underline-offset: .15em; } nav a { margin-right: 1rem; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    code { overflow-wrap: anywhere; } code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
    pre { overflow: auto; padding: .75rem .875rem; border-radius: 6px; background: var(--sunken); } pre code { font-size: 1em; overflow-wrap: normal; }
    table { border-collapse: collapse; display: block; overflow: auto; }
    th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; }
    section { overflow-wrap: anywhere; } section pre { white-space: pre-wrap; }
    section { padding: 0 1.25rem 1rem; margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); } section h2 { margin-top: 1rem; } section > :last-child { margin-bottom: 0; }
    :target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }
    """
}

extension ProtocolSection {
  /// The section's code, such as `A19.3`.
  fileprivate var code: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The path of the section's page in the served manual.
  fileprivate var page: String {
    let parts = article.split(separator: "/")
    guard parts.count == 5 else { return article }
    return "\(parts[2])/\(parts[4].prefix { $0 != "." })"
  }
}
