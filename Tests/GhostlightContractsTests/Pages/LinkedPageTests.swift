import Testing

@testable import GhostlightContracts

@Suite struct `Linked pages of contracts` {
  @Test(arguments: [
    (##"a|b*c_d`e<f>g[h]i\j#"##, ##"a\|b\*c\_d\`e\<f\>g\[h\]i\\j\#"##), ("a\nb", "a b"), ("", ""),
  ])
  func `a text is escaped for Markdown`(_ text: String, _ escaped: String) {
    #expect(MarkdownText.escape(text) == escaped)
  }

  @Test func `code in Markdown has one line and marks that fit`() {
    #expect(MarkdownText.code("a\nb") == "`a b`")
    #expect(MarkdownText.code("a`b") == "`` a`b ``")
  }

  @Test func `a page is Markdown with links that are relative to it`() {
    let page = ReportPage(
      path: "a/b", title: "T|",
      blocks: [
        .heading(2, ["H"], anchor: "h"), .heading(3, [.strong("S")], anchor: nil),
        .paragraph([
          .code("c"), .link("l", page: "a/b", anchor: "x"), .link("m", page: "a/b", anchor: nil),
          .link("n", page: "c", anchor: nil), .link("o", page: "c", anchor: "y"),
          .url("u", to: "https://h"), .mark(.kept), .mark(.skipped), .mark(.pending),
          .mark(.broken),
        ]), .list([["1"], ["2"]]),
        .table([["p"], ["q"]], rows: [[["a|b"], [.code("c|d")]]], isMatrix: true),
        .table([["p"], ["q"]], rows: [], isMatrix: false),
      ])
    let rest = """

      ## <a id="h"></a>H

      ### **S**

      `c`LINKS[u](https://h)✓–?✗

      - 1
      - 2

      | p | q |
      | --- | :-: |
      | a\\|b | `c\\|d` |

      | p | q |
      | --- | --- |

      """
    #expect(
      page.markdown
        == "# T\\|\n" + rest.replacing("LINKS", with: "[l](#x)m[n](../c.md)[o](../c.md#y)"))
    #expect(page.section == "# T\\|\n" + rest.replacing("LINKS", with: "lmno"))
  }

  @Test func `the pages of contracts and their apps link to each other`() throws {
    var results = ContractResults()
    try results.add(NotesApp.report("in process", writing: "kept"))
    try results.add(NotesApp.report("over HTTP at http://h", writing: "broken"))
    let pages = ContractPages(
      NotesApp.files, catalogues: [Notes.catalogue], articles: "https://docs/", results: results)
    let files = Dictionary(
      uniqueKeysWithValues: pages.markdownFiles.map { ($0.path, $0.text) })
    #expect(
      pages.markdownFiles.map(\.path) == [
        "README.md", "variants/app.md", "notes/notes.md", "notes/coverage.md", "unused.md",
      ])
    #expect(
      files["README.md"] == """
        # Contracts

        3 promises in 1 file.

        ## <a id="variants"></a>SDKs

        Each request that an SDK sends is compared with the promises. The table counts the requests and the promises that cover them, and has the results of each executor.

        | SDK and mode | requests | promises | not promised | in process | over HTTP |
        | --- | :-: | :-: | :-: | :-: | :-: |
        | [App: await](variants/app.md) | 3 | 1 | 2 | ✓ 1 | ✗ 1 of 3 |

        ### <a id="unpromised"></a>Not promised

        - `reading: 1. GET /notes/1`: status 410, not 200; the nearest is “a note is read” in notes.json
        - `cleaning: 1. DELETE /notes`: there is no promise for DELETE Notes

        ## <a id="contracts"></a>Contracts

        | contract | promises | used by SDKs | without outside evidence |
        | --- | --- | --- | --- |
        | [notes/notes](notes/notes.md) | 3 | 1 | 1 |

        - [Coverage of notes](notes/coverage.md)
        - [Promises that no SDK uses](unused.md)

        """)
    #expect(
      files["variants/app.md"] == """
        # App: await

        3 requests to notes rely on 1 promises.

        | request | response | promise | in process | over HTTP |
        | --- | --- | --- | --- | --- |
        | writing: 1. POST /notes | 201 | [a new note is answered](../notes/notes.md#p0) | ✓ | ✗ |
        | reading: 1. GET /notes/1 | 410 | **not promised**: status 410, not 200; the nearest is “a note is read” in notes.json | not run | not run |
        | cleaning: 1. DELETE /notes | 204 | **not promised**: there is no promise for DELETE Notes | not run | not run |

        """)
    #expect(
      files["unused.md"] == """
        # Promises that no SDK uses

        2 of 3 promises have a request that no scene of an SDK sends. Most of them are refusals, or requests of other clients.

        ## notes/notes

        - [a note is read](notes/notes.md#p1)
        - [a missing note is refused](notes/notes.md#p2)

        """)
    #expect(
      files["notes/notes.md"]?.hasPrefix(
        """
        # app at notes

        `notes.json`

        | promise | [app](../variants/app.md) |
        | --- | :-: |
        | [a new note is answered](#p0) | ✗ |

        ### <a id="p0"></a>a new note is answered

        """) == true)
    #expect(files["notes/notes.md"]?.contains("\n- ✓ in process, ✓ over HTTP\n") == true)
  }
}
