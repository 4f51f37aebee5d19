import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A backend that exists in tests alone: books and their lenders.
struct LibraryBackend: Backend {
  static let routeSummaries: [RouteSummary] = []
  static let providerStateSummaries: [ProviderStateSummary] = []
  static let snapshotVersion = 1

  private(set) var books: [DataRow] = [
    DataRow("moby", ["title": "Moby-Dick", "lender": "ada"]),
    DataRow("emma", ["title": "Emma", "lender": .null]),
  ]
  let outbox = Outbox()

  var dataTables: [DataTable<LibraryBackend>] {
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

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer { Answer(Response(.notFound), effect: .unmatched) }

  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject { throw ProviderStateError("no \(state)") }

  var snapshot: JSON { .object(books.reduce(into: JSONObject()) { $0[$1.key] = .object($1.row) }) }

  mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    var books: [DataRow] = []
    for member in try SnapshotReader(snapshot).members() {
      books.append(DataRow(member.key, try member.reader.object()))
    }
    self.books = books
  }

  func route(of request: Request) -> String? { nil }
}
