public import ContractLibrary
import GhostlightContracts

/// The contracts of an EGF2 back end with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/egf2`. Tests run each chapter against the emulator. Add
/// a chapter here for a new file of interactions.
public enum EGF2Contracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    chapter("requests", Requests.pact), chapter("accounts", Accounts.pact),
    chapter("passwords", Passwords.pact), chapter("access", Access.pact),
    chapter("objects", Objects.pact), chapter("fields", Fields.pact),
    chapter("validation", ValidationRules.pact), chapter("edges", Edges.pact),
    chapter("pages", Pages.pact), chapter("expand", Expansions.pact),
    chapter("files", Files.pact), chapter("search", Searches.pact),
  ]

  private static func chapter(_ name: String, _ pact: Pact) -> Chapter {
    Chapter(vendor: "egf2", name: name, pact: pact)
  }
}
