public import GhostlightCore

/// A named table of what a backend holds, for whoever looks at it or edits it by hand.
///
/// Tables are in the vendor's own words: a schema of StackMob, a collection of Mia, a container of
/// Cosmos DB. They are made of a copy of the backend whenever somebody asks, so that what is not
/// looked at costs nothing; `Owner` is the backend.
public struct DataTable<Owner: Sendable>: Sendable {
  /// Stores a row under a key, or under one of its own where there is none, in place of the row that
  /// has it; answers the key.
  ///
  /// Throws what clients or provider states would be refused for.
  public typealias Put =
    @Sendable (JSONObject, String?, inout Owner, inout Moment) throws(ProviderStateError) -> String
  /// Takes the row of a key out.
  public typealias Remove =
    @Sendable (String, inout Owner, inout Moment) throws(ProviderStateError) -> Void

  /// Names the table in addresses; one of its own among those of the backend.
  public let name: String
  /// What people call it.
  public let title: String
  /// What it is listed under: `Objects`, `Users and sessions`.
  public let group: String
  /// The member of each row that holds its key.
  public let key: String
  /// The members that rows have, as far as that is known.
  public var columns: [DataColumn]
  /// The rows as they are.
  public let rows: DataRows
  /// How a row is stored; `nil` where rows are made by requests alone.
  public var put: Put?
  /// How a row is taken out; `nil` where none can be.
  public var remove: Remove?
  /// What else can be done to a row.
  public var actions: [DataAction<Owner>] = []
  /// How clients ask for some of its rows in the vendor's query language; `nil` where they cannot.
  public var query: DataQuery?

  /// Makes a table that can be looked at.
  public init(
    _ name: String, title: String, group: String, key: String, columns: [DataColumn] = [],
    rows: DataRows
  ) {
    self.name = name
    self.title = title
    self.group = group
    self.key = key
    self.columns = columns
    self.rows = rows
  }
}

/// A member that the rows of a table have.
public struct DataColumn: Sendable, Hashable {
  /// The member's name.
  public let name: String
  /// The table, of the same backend, whose keys the values are: one text or an array of texts.
  ///
  /// A name in braces stands for another member of the row: `objects:{type}`.
  public let link: String?

  /// Makes a column.
  public init(_ name: String, link: String? = nil) {
    self.name = name
    self.link = link
  }
}

/// Something that can be done to a row besides storing it and taking it out: `log in`, `expire`.
public struct DataAction<Owner: Sendable>: Sendable {
  /// Does it to the row of a key, and answers what came of it, such as tokens.
  public typealias Perform =
    @Sendable (String, inout Owner, inout Moment) throws(ProviderStateError) -> JSONObject

  /// Names it in calls: `expire`.
  public let name: String
  /// What a button says: `Expire`.
  public let title: String
  /// Does it.
  public let perform: Perform

  /// Makes an action.
  public init(_ name: String, title: String, perform: @escaping Perform) {
    self.name = name
    self.title = title
    self.perform = perform
  }
}

/// A request by which a table is asked in the vendor's query language.
///
/// Its body is `{"query": text, "parameters": []}`.
public struct DataQuery: Sendable, Hashable {
  /// The path that it goes to.
  public let path: String
  /// Its header fields.
  public let headers: [String: String]
  /// The member of the answer that holds what was found.
  public let member: String
  /// A query that finds everything.
  public let example: String

  /// Makes a query, which is sent by `POST`.
  public init(path: String, headers: [String: String], member: String, example: String) {
    self.path = path
    self.headers = headers
    self.member = member
    self.example = example
  }
}

/// A table without its rows.
public struct DataTableSummary: Sendable, Hashable {
  /// An action by its name and what a button says.
  public struct Action: Sendable, Hashable {
    /// The name.
    public let name: String
    /// What a button says.
    public let title: String
  }

  /// The table's name.
  public let name: String
  /// What people call it.
  public let title: String
  /// What it is listed under.
  public let group: String
  /// The member that holds the key.
  public let key: String
  /// The columns as far as they are known.
  public let columns: [DataColumn]
  /// How many rows there are.
  public let count: Int
  /// Whether rows can be stored.
  public let isEditable: Bool
  /// Whether rows can be taken out.
  public let isRemovable: Bool
  /// What else can be done to rows.
  public let actions: [Action]
  /// How it is asked in the vendor's query language.
  public let query: DataQuery?

  init<Owner>(_ table: DataTable<Owner>) {
    name = table.name
    title = table.title
    group = table.group
    key = table.key
    columns = table.columns
    count = table.rows.count
    isEditable = table.put != nil
    isRemovable = table.remove != nil
    query = table.query
    actions = table.actions.map { Action(name: $0.name, title: $0.title) }
  }
}

extension Backend {
  /// The tables that the backend shows, in the order to list them in.
  public var dataTableSummaries: [DataTableSummary] { dataTables.map { DataTableSummary($0) } }

  /// The rows of a table as they are; `nil` where there is no such table.
  public func dataRows(of table: String) -> DataRows? { dataTable(table)?.rows }

  /// Edits a table, and answers the row's key with what an action answers.
  ///
  /// - Throws: ``ProviderStateError`` where the table is not there, does not take such an edit, or the
  ///   vendor would refuse it; the backend is then as it was.
  public mutating func edit(
    _ edit: DataEdit, at moment: Moment
  ) throws(ProviderStateError) -> DataEdit.Outcome {
    guard let table = dataTable(edit.table) else {
      throw ProviderStateError("there is no table \"\(edit.table)\"")
    }
    var (draft, moment) = (self, moment)
    let outcome = try table.perform(edit, on: &draft, at: &moment)
    self = draft
    return outcome
  }

  private func dataTable(_ name: String) -> DataTable<Self>? {
    dataTables.first { $0.name == name }
  }
}

extension DataTable {
  fileprivate func perform(
    _ edit: DataEdit, on owner: inout Owner, at moment: inout Moment
  ) throws(ProviderStateError) -> DataEdit.Outcome {
    switch edit.operation {
    case .put(let row):
      guard let put else { throw ProviderStateError("rows of \"\(name)\" cannot be stored") }
      return DataEdit.Outcome(key: try put(row, edit.key, &owner, &moment))
    case .remove:
      guard let remove else { throw ProviderStateError("rows of \"\(name)\" cannot be deleted") }
      let key = try known(edit.key)
      try remove(key, &owner, &moment)
      return DataEdit.Outcome(key: key)
    case .perform(let action):
      guard let found = actions.first(where: { $0.name == action }) else {
        let known = actions.map(\.name).joined(separator: ", ")
        throw ProviderStateError(
          "\"\(action)\" is nothing that can be done to rows of \"\(name)\"; there are: "
            + (known.isEmpty ? "none" : known))
      }
      let key = try known(edit.key)
      return DataEdit.Outcome(key: key, values: try found.perform(key, &owner, &moment))
    }
  }

  private func known(_ key: String?) throws(ProviderStateError) -> String {
    guard let key, rows.row(of: key) != nil else {
      throw ProviderStateError("\"\(name)\" has no row \"\(key ?? "")\"")
    }
    return key
  }
}
