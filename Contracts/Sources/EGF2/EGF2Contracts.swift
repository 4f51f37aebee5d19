public import ContractLibrary
import GhostlightContracts

/// The contracts of an EGF2 back end with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/egf2`. Tests run each chapter against the emulator. Add
/// a chapter here for a new file of interactions.
public enum EGF2Contracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    Chapter("requests", Requests.pact), Chapter("accounts", Accounts.pact),
    Chapter("passwords", Passwords.pact), Chapter("access", Access.pact),
    Chapter("objects", Objects.pact), Chapter("fields", Fields.pact),
    Chapter("validation", ValidationRules.pact), Chapter("edges", Edges.pact),
    Chapter("pages", Pages.pact), Chapter("expand", Expansions.pact),
    Chapter("files", Files.pact), Chapter("search", Searches.pact),
  ]
}
