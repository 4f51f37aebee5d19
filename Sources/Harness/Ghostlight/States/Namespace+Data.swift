public import GhostlightEmulation
public import GhostlightCore
import Synchronization

/// The data of a namespace's emulators, as tables.
extension Namespace {
  /// Returns the tables of an emulator in display order; empty if the emulator does not exist.
  public func dataTables(of emulator: String) -> [DataTableSummary] {
    backend(emulator)?.dataTableSummaries ?? []
  }

  /// Returns the current rows of a table, or `nil` if the table does not exist.
  public func dataRows(of table: String, in emulator: String) -> DataRows? {
    backend(emulator)?.dataRows(of: table)
  }

  /// Edits a row of a table.
  ///
  /// The edit waits for pending changes and is validated like a provider state.
  ///
  /// - Returns: The key of the row, and the values that an action returned.
  /// - Throws: `ProviderStateError` if the emulator or the table does not exist or the edit is not
  ///   valid. Unless `isNotDurable` is `true`, the emulator is unchanged.
  @discardableResult
  public func edit(
    _ edit: DataEdit, in emulator: String
  ) throws(ProviderStateError) -> (key: String, values: JSONObject) {
    var values = try setUp(DataEdit.stateName, in: emulator, parameters: edit.parameters)
    let key = values.removeValue(forKey: "key")?.string ?? edit.key ?? ""
    return (key, values)
  }

  /// Returns the `Authorization` value that signs a request now, or `nil` if the emulator's vendor
  /// does not sign requests.
  package func authorization(for request: Request, by emulator: String) -> String? {
    let moment = Moment(
      milliseconds: clock.milliseconds,
      seed: settings.seed ^ UInt64(bitPattern: SystemTime.nanoseconds()))
    return backend(emulator)?.authorization(for: request, at: moment)
  }

  /// Returns a copy of the current state of an emulator, or `nil` if the emulator does not exist.
  package func backend(_ emulator: String) -> (any Backend)? {
    settings.position(of: emulator).map { position in state.withLock { $0.backends[position] } }
  }
}
