public import GhostlightCore

/// One change to a row of a table, made by hand: in the console, through the control API or in a
/// test.
///
/// Pass it to `Namespace.edit(_:in:)`. The backend validates it like a provider state, and rejects
/// what its vendor would reject. A durable stage logs it.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// _ = try namespace.setUp("schema exists", in: "stackmob", parameters: ["name": "todo"])
/// let row = DataEdit(table: "objects:todo", key: nil, .put(["title": "Water the plants"]))
/// let key = try namespace.edit(row, in: "stackmob").key
/// ```
public struct DataEdit: Sendable, Hashable {
  /// The operation on the row.
  ///
  /// A table may support only some operations: see `isEditable`, `isRemovable` and `actions` of
  /// `DataTableSummary`. The backend throws ``ProviderStateError`` for an operation that the table
  /// does not support.
  public enum Operation: Sendable, Hashable {
    /// Stores the associated value as the row, replacing any row with the same key.
    case put(JSONObject)
    /// Removes the row with the edit's key.
    case remove
    /// Performs the table's action with this name, such as `expire`.
    case perform(String)
  }

  /// The result of an edit: the key of the row and the values that an action returned.
  ///
  /// ``Backend/edit(_:at:)`` returns it. The key is needed for a new row, because the backend may
  /// have generated it.
  public struct Outcome: Sendable, Hashable {
    /// The key of the row that was stored, removed or acted on.
    public let key: String
    /// The values that an action returned, such as tokens; empty for other operations.
    public let values: JSONObject

    init(key: String, values: JSONObject = [:]) {
      self.key = key
      self.values = values
    }
  }

  /// The name of the table, such as `objects:todo`.
  public let table: String
  /// The key of the row; `nil` for a new row, whose key the backend generates.
  public let key: String?
  /// The operation to perform on the row.
  public let operation: Operation

  /// Creates an edit of the row with a key; pass `nil` as the key of a new row.
  public init(table: String, key: String?, _ operation: Operation) {
    self.table = table
    self.key = key
    self.operation = operation
  }
}

/// The representation of an edit in the log: a provider state with parameters, so that the log
/// needs no format of its own for edits.
extension DataEdit {
  /// The name of the provider state that represents an edit; the lists of provider states do not
  /// contain it.
  package static let stateName = "row edited"

  private static let members = ["table", "key", "row", "action", "delete"]

  package var parameters: JSONObject {
    var object: JSONObject = ["table": .string(table)]
    object["key"] = key.map(JSON.string)
    switch operation {
    case .put(let row): object["row"] = .object(row)
    case .remove: object["delete"] = true
    case .perform(let action): object["action"] = .string(action)
    }
    return object
  }

  /// Creates an edit from the parameters of the ``stateName`` provider state.
  ///
  /// - Throws: ``ProviderStateError`` with the name of the invalid parameter.
  package init(parameters: JSONObject) throws(ProviderStateError) {
    let reader = StateParameters(parameters)
    if let other = parameters.keys.first(where: { !Self.members.contains($0) }) {
      throw ProviderStateError(
        "\"\(Self.stateName)\" takes no parameter \"\(other)\"; it takes: "
          + Self.members.joined(separator: ", "))
    }
    let operation: Operation
    if let action = try reader.optionalString("action") {
      operation = .perform(action)
    } else if try reader.flag("delete") {
      operation = .remove
    } else {
      operation = .put(try reader.object("row"))
    }
    self.init(
      table: try reader.string("table"), key: try reader.optionalString("key"), operation)
  }
}
