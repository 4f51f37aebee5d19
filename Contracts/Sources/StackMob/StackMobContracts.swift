public import ContractLibrary
import GhostlightContracts

/// The contracts of StackMob with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/stackmob`. Tests run each chapter against the emulator.
/// Add a chapter here for a new file of interactions.
public enum StackMobContracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    chapter("requests", Requests.pact), chapter("schemas", Schemas.pact),
    chapter("objects", Objects.pact), chapter("types", Types.pact),
    chapter("queries", Queries.pact), chapter("results", Results.pact),
    chapter("places", Places.pact), chapter("relationships", Relationships.pact),
    chapter("sessions", Sessions.pact), chapter("passwords", Passwords.pact),
    chapter("social", Social.pact), chapter("linked-accounts", LinkedAccounts.pact),
    chapter("files", Files.pact), chapter("upserts", Upserts.pact),
    chapter("core-data-saves", CoreDataSaves.pact),
    chapter("core-data-syncs", CoreDataSyncs.pact),
    chapter("permissions", Permissions.pact), chapter("access-levels", AccessLevels.pact),
    chapter("custom-code", CustomCode.pact), chapter("push", Push.pact),
  ]

  private static func chapter(_ name: String, _ pact: Pact) -> Chapter {
    Chapter(vendor: "stackmob", name: name, pact: pact)
  }
}
