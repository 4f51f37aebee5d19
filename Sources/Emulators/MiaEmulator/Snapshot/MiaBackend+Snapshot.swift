public import GhostlightCore
public import GhostlightEmulation

extension MiaBackend {
  /// `true`, because document ids of the CRUD service increase with each insertion.
  public static var hasOrderedIDs: Bool { true }

  /// The version of the format of ``snapshot``, which is stored with it.
  public static var snapshotVersion: Int { 1 }

  /// The project's state as JSON: collections of both generations, files, users, sessions, e-mails
  /// and changed settings.
  public var snapshot: JSON {
    [
      "crud": state.crud.snapshot, "baas": state.baas.snapshot,
      "accounts": state.accounts.snapshot, "outbox": state.outbox.snapshot,
      "settings": .object(state.settings),
    ]
  }

  /// Replaces the state with that of a ``snapshot``.
  ///
  /// Settings from the configuration are unchanged.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member. The project is unchanged
  ///   then.
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
