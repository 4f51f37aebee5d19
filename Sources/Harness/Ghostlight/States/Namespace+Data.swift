public import GhostlightEmulation
public import GhostlightCore
import Synchronization

/// What the emulators of a namespace hold, as tables.
extension Namespace {
  /// The tables of an emulator; none where there is no emulator of the name.
  public func dataTables(of emulator: String) -> [DataTableSummary] {
    backend(emulator)?.dataTableSummaries ?? []
  }

  /// The rows of a table as they are now; `nil` where there is no such table.
  public func dataRows(of table: String, in emulator: String) -> DataRows? {
    backend(emulator)?.dataRows(of: table)
  }

  /// Edits a table, in the emulator's turn and checked as its provider states are.
  ///
  /// - Returns: The row's key with what an action answers.
  /// - Throws: `ProviderStateError`; the emulator is then as it was.
  @discardableResult
  public func edit(
    _ edit: DataEdit, in emulator: String
  ) throws(ProviderStateError) -> (key: String, values: JSONObject) {
    var values = try setUp(DataEdit.stateName, in: emulator, parameters: edit.parameters)
    let key = values.removeValue(forKey: "key")?.string ?? edit.key ?? ""
    return (key, values)
  }

  /// The `Authorization` that a request would be signed with now; `nil` where the emulator's are sent as
  /// they are.
  package func authorization(for request: Request, by emulator: String) -> String? {
    let moment = Moment(
      milliseconds: clock.milliseconds,
      seed: settings.seed ^ UInt64(bitPattern: SystemTime.nanoseconds()))
    return backend(emulator)?.authorization(for: request, at: moment)
  }

  private func backend(_ emulator: String) -> (any Backend)? {
    settings.position(of: emulator).map { position in state.withLock { $0.backends[position] } }
  }
}
