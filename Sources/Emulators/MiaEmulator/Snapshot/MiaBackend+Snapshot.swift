public import GhostlightCore
public import GhostlightEmulation

extension MiaBackend {
  /// The CRUD service's do.
  public static var hasOrderedIDs: Bool { true }

  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// Collections of both generations, files, users, sessions, mails, and what states have set.
  public var snapshot: JSON {
    [
      "crud": state.crud.snapshot, "baas": state.baas.snapshot,
      "accounts": state.accounts.snapshot, "outbox": state.outbox.snapshot,
      "settings": .object(state.settings),
    ]
  }

  /// Takes over what ``snapshot`` wrote; the settings of the configuration stay.
  ///
  /// - Throws: `SnapshotError` with the place; the project is then as it was.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    var restored = MiaState(configuration)
    restored.crud = try CRUDState(try reader.member("crud"))
    restored.baas = try BaaSState(try reader.member("baas"))
    restored.accounts = try Accounts(try reader.member("accounts"))
    restored.outbox = try Outbox(try reader.member("outbox"))
    if let settings = reader.optional("settings") {
      let object = try settings.object()
      do throws(ConfigurationError) { try restored.set(object) } catch {
        throw settings.error("cannot be set: \(error)")
      }
    }
    state = restored
  }
}
