public import GhostlightCore

/// One change by hand of a table that a backend shows.
public struct DataEdit: Sendable, Hashable {
  /// What is done to the row.
  public enum Operation: Sendable, Hashable {
    /// The row is stored.
    case put(JSONObject)
    /// The row is taken out.
    case remove
    /// The action of a name is done to it.
    case perform(String)
  }

  /// What came of an edit.
  public struct Outcome: Sendable, Hashable {
    /// The row's key.
    public let key: String
    /// What an action answers.
    public let values: JSONObject

    init(key: String, values: JSONObject = [:]) {
      self.key = key
      self.values = values
    }
  }

  /// The table's name.
  public let table: String
  /// The row's key; `nil` for a new row that is given one.
  public let key: String?
  /// What is done.
  public let operation: Operation

  /// Makes an edit.
  public init(table: String, key: String?, _ operation: Operation) {
    self.table = table
    self.key = key
    self.operation = operation
  }
}

/// How an edit is written down: as a provider state, so that what keeps states keeps edits.
extension DataEdit {
  /// The name of the provider state, which no list of them shows.
  package static let stateName = "row edited"

  private static let members = ["table", "key", "row", "action", "delete"]

  /// The parameters of the state.
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

  /// Reads the parameters of the state.
  ///
  /// - Throws: ``ProviderStateError`` with the parameter that is wrong.
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
