package import GhostlightCore
package import GhostlightEmulation
import HTTPTypes

/// A small backend for tests of other modules: a library of books, and their lenders.
package struct LibraryBackend: Backend {
  package static let snapshotVersion = 1

  package var catalogue: BackendCatalogue {
    BackendCatalogue(routes: Self.routes.summaries, providerStates: Self.states.summaries)
  }
  package private(set) var outbox = Outbox()
  private var books: [DataRow] = [
    DataRow("moby", ["title": "Moby-Dick", "lender": "ada"]),
    DataRow("emma", ["title": "Emma", "lender": .null]),
  ]

  package init() {}

  private static let routes: RouteTable<LibraryBackend> = [
    .get("books", "List the books", list),
    .post("books/{isbn}/reminder", "Remind the lender", remind),
  ]

  private static func list(
    _ call: Call, _ library: LibraryBackend, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, .array(library.books.map { .object($0.row) }))
  }

  private static func remind(
    _ call: Call, _ library: inout LibraryBackend, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let book = library.books.first(where: { $0.key == call["isbn"] }) else { throw .noBook }
    library.outbox.post(
      .mail, to: [book.row["lender"]?.string ?? "nobody"],
      ["subject": "Bring it back", "text": book.row["title"] ?? .null], at: moment)
    return Response(.noContent)
  }

  private static let states: ProviderStateTable<LibraryBackend> = [
    ProviderState(
      "book exists", parameters: ["isbn": "string, its key", "title": "string"],
      results: ["isbn": "its key"]
    ) { parameters, library, _ throws(ProviderStateError) in
      let reader = StateParameters(parameters)
      let key = try reader.string("isbn")
      library.books.append(DataRow(key, ["title": .string(try reader.string("title"))]))
      return ["isbn": .string(key)]
    }
  ]

  package var dataTables: [DataTable<LibraryBackend>] {
    let books = books
    var table = DataTable<LibraryBackend>(
      "books", title: "Books", group: "Shelf", key: "isbn",
      columns: [DataColumn("title"), DataColumn("lender", link: "lenders")],
      rows: DataRows(count: books.count) { books })
    table.put = { row, key, library, moment throws(ProviderStateError) in
      guard row["title"]?.string != nil else {
        throw ProviderStateError("a book has a \"title\"")
      }
      let key = key ?? moment.draw(.hexadecimal(4), named: "book")
      library.books.removeAll { $0.key == key }
      library.books.append(DataRow(key, row))
      return key
    }
    table.remove = { key, library, _ throws(ProviderStateError) in
      library.books.removeAll { $0.key == key }
    }
    table.actions = [
      DataAction("return", title: "Bring back") { key, library, _ throws(ProviderStateError) in
        guard let place = library.books.firstIndex(where: { $0.key == key }) else { return [:] }
        var row = library.books[place].row
        let lender = row["lender"] ?? .null
        row["lender"] = .null
        library.books[place] = DataRow(key, row)
        return ["lender": lender]
      }
    ]
    return [
      table,
      DataTable(
        "lenders", title: "Lenders", group: "People", key: "name",
        rows: DataRows(count: 1) { [DataRow("ada", ["name": "ada"])] }),
    ]
  }

  package mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    guard let match = Self.routes.match(request, in: self) else {
      return Self.routes.unmatched(request.method.rawValue, request.target, .noBook) {
        .json($0.status, ["error": .string($0.message)])
      }
    }
    let title = Self.routes.title(match)
    var moment = moment
    do throws(Fault) {
      let call = Call(request: request, captures: match.captures, budget: budget)
      let served = try Self.routes.serve(match, call, &self, &moment)
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(
        .json(error.status, ["error": .string(error.message)]), route: title, effect: .refused)
    }
  }

  package mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    var moment = moment
    return try Self.states.setUp(state, parameters: parameters, &self, &moment)
  }

  package var snapshot: JSON {
    .object(books.reduce(into: JSONObject()) { $0[$1.key] = .object($1.row) })
  }

  package mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    var books: [DataRow] = []
    for member in try SnapshotReader(snapshot).members() {
      books.append(DataRow(member.key, try member.reader.object()))
    }
    self.books = books
  }

  package func route(of request: Request) -> String? {
    Self.routes.match(request, in: self).map { Self.routes.title($0) }
  }
}

extension Fault {
  fileprivate static let noBook = Fault(
    "no such book", .notFound, "there is no such book", source: "tests")
}
