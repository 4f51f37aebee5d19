public import ContractLibrary
import GhostlightContracts

/// The contracts of Cosmos DB with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/cosmos`. Tests run each chapter against the emulator.
/// Add a chapter here for a new file of interactions.
public enum CosmosContracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    chapter("account", Account.pact), chapter("access", Access.pact),
    chapter("databases", Databases.pact), chapter("containers", Containers.pact),
    chapter("ranges", Ranges.pact), chapter("offers", Offers.pact),
    chapter("documents", Documents.pact), chapter("conditions", Conditions.pact),
    chapter("feeds", Feeds.pact), chapter("queries", Queries.pact),
    chapter("expressions", Expressions.pact), chapter("plans", Plans.pact),
    chapter("patches", Patches.pact), chapter("batches", Batches.pact),
    chapter("users", Users.pact), chapter("app-center", AppCenter.pact),
  ]

  private static func chapter(_ name: String, _ pact: Pact) -> Chapter {
    Chapter(vendor: "cosmos", name: name, pact: pact)
  }
}
