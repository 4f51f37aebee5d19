public import ContractLibrary
import GhostlightContracts

/// The contracts of StackMob with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/stackmob`. Tests run each chapter against the emulator.
/// Add a chapter here for a new file of interactions.
public enum StackMobContracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    Chapter("requests", Requests.pact), Chapter("schemas", Schemas.pact),
    Chapter("objects", Objects.pact), Chapter("types", Types.pact),
    Chapter("queries", Queries.pact), Chapter("results", Results.pact),
    Chapter("places", Places.pact), Chapter("relationships", Relationships.pact),
    Chapter("sessions", Sessions.pact), Chapter("passwords", Passwords.pact),
    Chapter("social", Social.pact), Chapter("linked-accounts", LinkedAccounts.pact),
    Chapter("files", Files.pact), Chapter("upserts", Upserts.pact),
    Chapter("core-data-saves", CoreDataSaves.pact),
    Chapter("core-data-syncs", CoreDataSyncs.pact),
    Chapter("permissions", Permissions.pact), Chapter("access-levels", AccessLevels.pact),
    Chapter("custom-code", CustomCode.pact), Chapter("push", Push.pact),
  ]
}
