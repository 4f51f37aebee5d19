public import GhostlightCore

/// One change to a row of a table, made by hand: in the console, by the control API or in a test.
///
/// Pass it to `Namespace.edit(_:in:)`. The backend validates it like a provider state, and refuses
/// what its vendor would refuse. A durable stage logs it.
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
  /// A table may support only some of them: `DataTableSummary.isEditable`, `isRemovable` and
  /// `actions` describe which. An operation that the table does not support is refused with
  /// ``ProviderStateError``.
  public enum Operation: Sendable, Hashable {
    /// Stores the row, replacing a row with the same key.
    case put(JSONObject)
    /// Removes the row.
    case remove
    /// Performs the action with this name.
    case perform(String)
  }

  /// The result of an edit: the key of the row, and the values of an action.
  ///
  /// ``Backend/edit(_:at:)`` returns it. The key matters for a new row, because the backend may
  /// have drawn it from the moment.
  public struct Outcome: Sendable, Hashable {
    /// The row's key.
    public let key: String
    /// The values that an action returned, such as tokens; otherwise empty.
    public let values: JSONObject

    init(key: String, values: JSONObject = [:]) {
      self.key = key
      self.values = values
    }
  }

  /// The table's name.
  public let table: String
  /// The key of the row; `nil` for a new row, whose key the backend draws.
  public let key: String?
  /// The operation.
  public let operation: Operation

  /// Creates an edit.
  public init(table: String, key: String?, _ operation: Operation) {
    self.table = table
    self.key = key
    self.operation = operation
  }
}

/// The form in which an edit is logged: as a provider state, so that a log of states also has the
/// edits.
extension DataEdit {
  /// The name of the provider state, which is not in the lists of provider states.
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

  /// Creates an edit from the parameters of the state.
  ///
  /// - Throws: ``ProviderStateError`` with the parameter that is not valid.
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
