/// A single HTML document with all pages, which works without a server and loads nothing.
///
/// The URL's fragment identifies a page and a heading, so that a URL can link to every promise.
/// Without JavaScript, all pages are visible, one after another.
struct HTMLDocument {
  let title: String
  let pages: [ReportPage]

  /// The HTML of the document, with a newline at the end.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(XMLText.escape(title))</title>
    <style>
    \(Self.style)
    </style>
    <noscript><style>section[hidden] { display: block } #find { display: none }</style></noscript>
    </head>
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    <nav aria-label="Contents">
    <label id="find">Search <input type="search" placeholder="Words (press /)" aria-keyshortcuts="/"></label>
    \(contents)
    </nav>
    <main id="content" tabindex="-1">
    <section id="found" aria-live="polite" hidden></section>
    \(pages.map(\.html).joined())</main>
    <script>
    \(Self.script)
    </script>
    </body>
    </html>

    """
  }

  private var contents: String {
    var groups: [(name: String, pages: [ReportPage])] = []
    for page in pages {
      let name = page.group ?? ""
      if groups.last?.name == name {
        groups[groups.count - 1].pages.append(page)
      } else {
        groups.append((name, [page]))
      }
    }
    return groups.map { name, pages in
      let links = pages.map { page in
        let name = page.path.split(separator: "/").last.map(String.init)
        let text = page.group == nil ? title : name ?? page.title
        return "<li><a href=\"#\(ReportPage.fragment(page.path, nil))\">"
          + "\(XMLText.escape(text))</a></li>"
      }
      let heading = name.isEmpty ? "" : "<h2>\(XMLText.escape(name))</h2>\n"
      return "\(heading)<ul>\n\(links.joined(separator: "\n"))\n</ul>\n"
    }.joined()
  }

  private static let style = """
    :root { --back: #fff; --text: #1c1c1e; --faint: #5c5c66; --line: #d8d8de; --link: #0b57b8;
      --code: #f3f3f6; --good: #12702d; --bad: #b3261e; --open: #7a5300 }
    @media (prefers-color-scheme: dark) {
      :root { --back: #17171a; --text: #ececf0; --faint: #a6a6b0; --line: #3a3a42; --link: #86b7ff;
        --code: #25252b; --good: #6fd08c; --bad: #ff9a92; --open: #e8bf63 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 16rem 1fr }
    nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem;
      border-right: 1px solid var(--line) }
    nav label { display: block; margin-bottom: .8rem }
    nav ul { list-style: none; margin: 0; padding: 0 }
    nav a { display: block; padding: .1rem .3rem; border-radius: .25rem }
    nav a[aria-current] { background: var(--code); font-weight: 600 }
    nav h2 { font-size: .8rem; margin: 1rem 0 .2rem; color: var(--faint) }
    main { padding: 1rem 2rem 4rem; max-width: 80rem; min-width: 0 }
    main:focus { outline: none }
    h1 { font-size: 1.6rem; line-height: 1.25 } h2 { font-size: 1.25rem }
    h3 { font-size: 1rem; margin: 1.6rem 0 .3rem } h3 + ul { margin-top: 0 }
    a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
    code { background: var(--code); border-radius: .2rem; padding: 0 .2em; font-size: .9em;
      overflow-wrap: anywhere }
    .table { overflow-x: auto } table { border-collapse: collapse; margin: 1rem 0 }
    td:first-child { min-width: min(14rem, 40vw); }
    th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left;
      vertical-align: top }
    tbody th { font-weight: 400 } thead th { font-size: .85rem; color: var(--faint) }
    .matrix td, .matrix thead th + th { text-align: center; white-space: nowrap }
    .kept { color: var(--good) } .broken { color: var(--bad); font-weight: 700 }
    .pending, .skipped { color: var(--open) }
    :target { scroll-margin-top: 1rem } h3:target, tr:target { background: var(--code) }
    input { font: inherit; width: 100%; padding: .3rem .5rem; color: inherit;
      background: var(--code); border: 1px solid var(--line); border-radius: .3rem }
    .skip { position: absolute; left: -999px } .skip:focus { left: 1rem; top: 1rem;
      background: var(--back); padding: .5rem; z-index: 1 }
    @media (max-width: 50rem) {
      body { display: block } main { padding: 1rem }
      nav { position: static; height: auto; max-height: 40vh; border-right: 0;
        border-bottom: 1px solid var(--line) } }
    @media print { nav { display: none } body { display: block } section[hidden] { display: none } }
    """

  private static let script = """
    const sections = [...document.querySelectorAll("main > section")]
    const found = document.getElementById("found")
    const input = document.querySelector("#find input")
    function show() {
      const name = decodeURIComponent(location.hash.slice(1)).split(":")[0]
      const page = document.getElementById(name)
      const section = sections.includes(page) ? page : sections[1]
      for (const other of sections) other.hidden = other !== section
      for (const link of document.querySelectorAll("nav a")) {
        if (link.hash === "#" + section.id) link.setAttribute("aria-current", "page")
        else link.removeAttribute("aria-current")
      }
      document.title = section.querySelector("h1").textContent
      const place = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      if (place && place !== section) place.scrollIntoView(); else scrollTo(0, 0)
    }
    const entries = () => sections.slice(1).flatMap(section =>
      [...section.querySelectorAll("h3[id], tbody tr")].map(element => {
        const next = element.matches("h3") ? element.nextElementSibling : null
        const text = element.textContent + " " + (next ? next.textContent : "")
        const title = (element.matches("tr") ? element.firstElementChild : element).textContent
        return { section, id: element.id || section.id, title, text: text.toLowerCase() }
      }))
    let all
    function search() {
      const words = input.value.toLowerCase().split(/\\s+/).filter(word => word)
      if (!words.length) return show()
      all ??= entries()
      const hits = all.filter(entry => words.every(word => entry.text.includes(word)))
      const heading = document.createElement("h1")
      heading.textContent = hits.length + (hits.length === 1 ? " place" : " places")
      const list = document.createElement("ul")
      for (const hit of hits.slice(0, 200)) {
        const link = document.createElement("a")
        link.href = "#" + hit.id
        link.textContent = hit.title
        const item = document.createElement("li")
        item.append(link, " ", hit.section.querySelector("h1").textContent)
        list.append(item)
      }
      found.replaceChildren(heading, list)
      for (const other of sections) other.hidden = other !== found
    }
    input.addEventListener("input", search)
    addEventListener("hashchange", show)
    addEventListener("keydown", event => {
      if (event.key === "/" && event.target !== input) { event.preventDefault(); input.focus() }
      if (event.key === "Escape" && event.target === input) { input.value = ""; show() }
    })
    show()
    """
}
