public import GhostlightCore
public import GhostlightEmulation

extension MiaBackend {
  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// Collections of both generations, files, users, sessions and mails.
  public var snapshot: JSON {
    [
      "crud": state.crud.snapshot, "baas": state.baas.snapshot,
      "accounts": state.accounts.snapshot, "outbox": state.outbox.snapshot,
    ]
  }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: `SnapshotProblem` with the place; the project is then as it was.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotProblem) {
    let reader = SnapshotReader(snapshot)
    var restored = MiaState(state.configuration)
    restored.crud = try CRUDState(try reader.member("crud"))
    restored.baas = try BaaSState(try reader.member("baas"))
    restored.accounts = try Accounts(try reader.member("accounts"))
    restored.outbox = try Outbox(try reader.member("outbox"))
    state = restored
  }
}
