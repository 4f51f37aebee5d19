import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Data tables in the control API` {
  private let desk = ControlDesk { configuration in
    configuration.services = Service.all
    configuration.services.append(
      Service(name: "library", title: "Library", port: 1, seed: LibraryBackend()))
  }

  private func tables(of emulator: String) -> [JSON] {
    desk.call(.get, "data?emulator=\(emulator)").json?["tables"]?.array ?? []
  }

  @Test func `the tables of a custom backend are listed and can be edited`() {
    #expect(
      tables(of: "library") == [
        [
          "emulator": "library", "name": "books", "title": "Books", "group": "Shelf", "count": 2,
          "editable": true, "deletable": true, "key": "isbn",
          "columns": [["name": "title"], ["name": "lender", "link": "lenders"]],
          "serverFields": [],
          "actions": [["name": "return", "title": "Bring back"]],
        ],
        [
          "emulator": "library", "name": "lenders", "title": "Lenders", "group": "People",
          "count": 1, "editable": false, "deletable": false, "key": "name", "columns": [],
          "serverFields": [], "actions": [],
        ],
      ])
    let emma: JSON = ["title": "Emma", "lender": "ada"]
    #expect(
      desk.call(.put, "data/library/books/emma", emma)
        == .json(.ok, ["key": "emma", "row": emma]))
    #expect(
      desk.call(.post, "data/library/books/emma", ["action": "return"])
        == .json(.ok, ["key": "emma", "values": ["lender": "ada"]]))
    #expect(
      desk.call(.get, "data/library/books/emma")
        == .json(.ok, ["key": "emma", "row": ["title": "Emma", "lender": .null]]))
    #expect(desk.call(.post, "data/library/books", ["title": "New"]).status == .created)
    #expect(desk.call(.delete, "data/library/books/moby") == .json(.ok, ["key": "moby"]))
    #expect(
      desk.call(.get, "data/library/books?limit=1").json
        == [
          "emulator": "library", "table": "books", "total": 2,
          "rows": [["key": "emma", "row": ["title": "Emma", "lender": .null]]], "next": "0",
          "scanned": 1,
        ])
  }

  @Test(arguments: [
    ("GET", "data/library/none", "404 library has no table \"none\"; GET data lists them"),
    ("GET", "data/none/books", "404 none has no table \"books\"; GET data lists them"),
    ("GET", "data/library/books/no", "404 \"books\" has no row \"no\""),
    ("DELETE", "data/library/books/no", "404 \"books\" has no row \"no\""),
    ("PUT", "data/library/books/moby", "409 a book has a \"title\""),
    ("PUT", "data/library/lenders/ada", "409 rows of \"lenders\" cannot be stored"),
    ("DELETE", "data/library/lenders/ada", "409 rows of \"lenders\" cannot be deleted"),
    (
      "GET", "data/library/books?limit=1001",
      "400 \"limit\" must be a whole number from 1 to 1000"
    ),
    ("GET", "data/library/books?after=1&offset=1", "400 give one of \"after\" and \"offset\""),
    ("GET", "data/library/books?after=x", "400 \"after\" must be a whole number from 0"),
    (
      "POST", "data/library/books/moby",
      "400 the call has no action: use {\"action\":\"expire\"}; GET data lists actions"
    ),
  ])
  func `an invalid data call is refused with the remedy`(
    _ method: String, _ path: String, _ text: String
  ) throws {
    let method = try #require(HTTPRequest.Method(method))
    #expect(desk.refusal(method, path, method == .get || method == .delete ? nil : [:]) == text)
  }

  @Test(arguments: ["books", "lenders"], ["1", "9223372036854775806", "9223372036854775807"])
  func `a page after the end of a table is empty at any place`(_ table: String, _ place: String) {
    let page = desk.call(.get, "data/library/\(table)?after=\(place)")
    #expect(page.status == .ok)
    #expect(page.json?["rows"] == [])
    #expect(page.json?["next"] == nil)
  }

  @Test func `offset skips rows at the start of a table`() {
    let page = desk.call(.get, "data/library/books?offset=1&limit=5").json
    #expect(page?["rows"]?.array?.map { $0["key"] } == ["emma"])
    #expect(page?["next"] == nil)
    #expect(desk.call(.get, "data/library/books?offset=99").json?["rows"] == [])
  }

  @Test func `a row may be any object, whatever the names of its members`() {
    let row: JSON = ["title": "x", "namespace": "other", "__proto__": ["a": 1]]
    #expect(desk.call(.put, "data/library/books/odd", row).json?["row"] == row)
    #expect(desk.refusal(.put, "data/library/books/odd", .array([])).hasPrefix("400 the body is"))
  }

  @Test func `namespaces have separate rows, and reading creates no namespace`() {
    #expect(
      desk.call(.put, "data/library/books/b?namespace=mine", ["title": "b"]).status == .ok)
    #expect(desk.call(.get, "data/library/books/b").status == .notFound)
    #expect(desk.call(.get, "data/library/books?namespace=none").json?["total"] == 2)
    #expect(desk.stage.namespaceNames == ["default", "mine"])
  }

  @Test func `two namespaces are compared row by row`() {
    #expect(desk.call(.post, "namespaces/fork", [:]).status == .created)
    let edits: [(HTTPRequest.Method, String, JSON?)] = [
      (.put, "data/library/books/emma?namespace=fork", ["title": "Emma!"]),
      (.delete, "data/library/books/moby?namespace=fork", nil),
      (.put, "data/library/books/new?namespace=fork", ["title": "New"]),
    ]
    for (method, path, row) in edits { #expect(desk.call(method, path, row).status == .ok) }
    #expect(
      desk.call(.get, "comparison?one=default&other=fork").json
        == [
          "one": "default", "other": "fork",
          "tables": [
            [
              "onlyOne": 1, "onlyOther": 1, "changed": 1,
              "rows": [
                [
                  "key": "moby", "kind": "onlyOne",
                  "one": ["title": "Moby-Dick", "lender": "ada"],
                ],
                [
                  "key": "emma", "kind": "changed", "one": ["title": "Emma", "lender": .null],
                  "other": ["title": "Emma!"],
                ],
                ["key": "new", "kind": "onlyOther", "other": ["title": "New"]],
              ],
              "truncated": false, "emulator": "library", "table": "books", "title": "Books",
              "group": "Shelf",
            ]
          ],
        ])
    #expect(
      desk.call(.get, "comparison?one=fork&other=fork").json?["tables"] == [])
  }
}
