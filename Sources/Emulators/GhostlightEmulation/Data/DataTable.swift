public import GhostlightCore

/// A named table of a backend's data, for viewing and editing.
///
/// A table uses the vendor's terms: it is a schema of StackMob, a collection of Mia or a container
/// of Cosmos DB.
///
/// A backend creates its tables from a copy of itself only when they are read, so tables that are
/// not read cost nothing. `Owner` is the type of the backend.
///
/// Apps and tests use ``DataTableSummary``, ``DataRows`` and ``DataEdit``. Create a table only if
/// you implement a backend.
public struct DataTable<Owner: Sendable>: Sendable {
  /// Stores a row, replacing the row with the same key, and returns the key.
  ///
  /// The parameters are the row, its key, the backend and the moment. If the key is `nil`, the
  /// backend generates one. The function throws if the vendor would reject the row from a client.
  public typealias Put =
    @Sendable (JSONObject, String?, inout Owner, inout Moment) throws(ProviderStateError) -> String
  /// Removes the row with a key.
  ///
  /// The parameters are the key, the backend and the moment. The function throws if a client could
  /// not remove the row either; the backend is then unchanged.
  public typealias Remove =
    @Sendable (String, inout Owner, inout Moment) throws(ProviderStateError) -> Void

  /// Table name used in edits and URLs, such as `objects:todo`; unique within a backend.
  public let name: String
  /// A display name, such as the name of the schema or the collection.
  public let title: String
  /// The heading under which the console lists the table, such as `Users and sessions`.
  public let group: String
  /// The name of the member that contains the key in each row.
  public let key: String
  /// The columns to show; rows may have more members.
  public var columns: [DataColumn]
  /// The names of the members that the backend itself sets, such as the times of a change.
  ///
  /// The console shows the user's own members first.
  public var serverFields: [String] = []
  /// The time at which a row expires, or `nil` if rows do not expire.
  public var expiry: DataExpiry?
  /// The rows at the time when the table was created.
  public let rows: DataRows
  /// The function that stores a row, or `nil` if rows can be created only by client requests.
  public var put: Put?
  /// The function that removes a row, or `nil` if rows cannot be removed.
  public var remove: Remove?
  /// Actions on a row besides storing and removing it.
  public var actions: [DataAction<Owner>] = []
  /// The request with which clients query the table in the vendor's query language, or `nil` if the
  /// vendor has no such language.
  public var query: DataQuery?

  /// Creates a table that can be viewed; set ``put``, ``remove`` and ``actions`` for editing.
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

/// A member of a table's rows, shown as a column in the console.
///
/// The backend lists the members that it knows, such as the fields of a schema. A row may have
/// other members, and need not have all of the listed ones.
public struct DataColumn: Sendable, Hashable {
  /// The name of the member in each row.
  public let name: String
  /// The name of the table to which this member refers: its values are keys of that table.
  ///
  /// A value is one key or an array of keys. A name in braces is replaced by the value of another
  /// member of the row, as in `objects:{type}`. The link is `nil` if the member is not a reference.
  public let link: String?

  /// Creates a column for a member of the rows, optionally with the table that it refers to.
  public init(_ name: String, link: String? = nil) {
    self.name = name
    self.link = link
  }
}

/// The rule for the time at which a row of a table expires, such as a session or a document with a
/// time to live.
///
/// The console's time line reads it. The time is in a member of the row, or a number of seconds after
/// another time.
public struct DataExpiry: Sendable, Hashable {
  /// The member with the time or, if there is a ``since``, with the number of seconds after it.
  public let member: String?
  /// The member with the time from which the seconds count; `nil` if ``member`` is the time itself.
  public let since: String?
  /// The number of seconds for rows without the member; `nil` if such rows do not expire.
  public let seconds: Int64?

  /// Creates the rule for rows that have the time at which they expire.
  public init(at member: String) {
    (self.member, since, seconds) = (member, nil, nil)
  }

  /// Creates the rule for rows that expire a number of seconds after a time.
  public init(since: String, secondsIn member: String? = nil, otherwise seconds: Int64? = nil) {
    (self.since, self.member, self.seconds) = (since, member, seconds)
  }
}

/// An action on a row besides storing and removing it, such as `log in` or `expire`.
///
/// A backend adds it to ``DataTable/actions``. The console shows it as a button; ``DataEdit`` calls
/// it by name. `Owner` is the type of the backend.
public struct DataAction<Owner: Sendable>: Sendable {
  /// Performs the action on the row with a key, and returns its results, such as tokens.
  ///
  /// The parameters are the key, the backend and the moment. The function throws if the action does
  /// not apply to the row; the backend is then unchanged.
  public typealias Perform =
    @Sendable (String, inout Owner, inout Moment) throws(ProviderStateError) -> JSONObject

  /// The name that a ``DataEdit`` uses, such as `expire`.
  public let name: String
  /// The label of the console's button, such as `Expire`.
  public let title: String
  /// The function that performs the action on a row.
  public let perform: Perform

  /// Creates an action with a name for edits and a title for the console.
  public init(_ name: String, title: String, perform: @escaping Perform) {
    self.name = name
    self.title = title
    self.perform = perform
  }
}

/// A request that queries a table in the vendor's query language.
///
/// Send `{"query": text, "parameters": []}` with `POST` to ``path``, with ``headers``. The
/// response's member ``member`` is an array of the matching rows. The console uses it for its query
/// view.
public struct DataQuery: Sendable, Hashable {
  /// The path of the request, which starts with a slash.
  public let path: String
  /// The header fields that the request must have.
  public let headers: [String: String]
  /// The member of the response body that contains the matching rows.
  public let member: String
  /// A query that matches all rows, which the console shows first.
  public let example: String

  /// Creates a description of a query request.
  public init(path: String, headers: [String: String], member: String, example: String) {
    self.path = path
    self.headers = headers
    self.member = member
    self.example = example
  }
}

/// A description of a table, without its rows.
///
/// ``Backend/dataTableSummaries`` and `Namespace.dataTables(of:)` return it. A summary is a value
/// and does not follow later changes of the backend; get a new one for a current row count.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage()
/// for table in try stage.namespace().dataTables(of: "stackmob") {
///   print(table.name, table.title, table.count)
/// }
/// ```
public struct DataTableSummary: Sendable, Hashable {
  /// An action on a row, without the function that performs it.
  ///
  /// Pass its name to ``DataEdit/Operation/perform(_:)``. The title is the label of a button in the
  /// console.
  public struct Action: Sendable, Hashable {
    /// The name that a ``DataEdit`` uses, such as `expire`.
    public let name: String
    /// The label of the console's button, such as `Expire`.
    public let title: String
  }

  /// Table name used in edits and URLs, such as `objects:todo`; unique within a backend.
  public let name: String
  /// A display name, such as the name of the schema or the collection.
  public let title: String
  /// The heading under which the console lists the table.
  public let group: String
  /// The name of the member that contains the key in each row.
  public let key: String
  /// The columns to show; rows may have more members.
  public let columns: [DataColumn]
  /// The names of the members that the backend itself sets.
  public let serverFields: [String]
  /// The time at which a row expires, or `nil` if rows do not expire.
  public let expiry: DataExpiry?
  /// The number of rows when the summary was created.
  public let count: Int
  /// Whether the table supports ``DataEdit/Operation/put(_:)``.
  public let isEditable: Bool
  /// Whether the table supports ``DataEdit/Operation/remove``.
  public let isRemovable: Bool
  /// Actions on a row besides storing and removing it.
  public let actions: [Action]
  /// The request that queries the table in the vendor's query language, or `nil` if the vendor has
  /// no such language.
  public let query: DataQuery?

  init<Owner>(_ table: DataTable<Owner>) {
    name = table.name
    title = table.title
    group = table.group
    key = table.key
    columns = table.columns
    (serverFields, expiry) = (table.serverFields, table.expiry)
    count = table.rows.count
    isEditable = table.put != nil
    isRemovable = table.remove != nil
    query = table.query
    actions = table.actions.map { Action(name: $0.name, title: $0.title) }
  }
}

extension Backend {
  /// The tables of the backend, in display order.
  public var dataTableSummaries: [DataTableSummary] { dataTables.map { DataTableSummary($0) } }

  /// Returns the current rows of a table, or `nil` if there is no such table.
  public func dataRows(of table: String) -> DataRows? { dataTable(table)?.rows }

  /// Edits a row of a table and returns its key and the values that an action returned.
  ///
  /// - Throws: ``ProviderStateError`` if the table does not exist or does not support the edit, or
  ///   if the vendor would reject it. The backend is then unchanged.
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
          "\"\(action)\" is not an action on rows of \"\(name)\"; there are: "
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
