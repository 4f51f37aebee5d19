public import ContractLibrary
import GhostlightContracts

/// The contracts of Cosmos DB with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/cosmos`. Tests run each chapter against the emulator.
/// Add a chapter here for a new file of interactions.
public enum CosmosContracts {
  /// The chapters, in the order of the manual.
  public static let chapters = [
    Chapter("account", Account.pact), Chapter("access", Access.pact),
    Chapter("databases", Databases.pact), Chapter("containers", Containers.pact),
    Chapter("ranges", Ranges.pact), Chapter("offers", Offers.pact),
    Chapter("documents", Documents.pact), Chapter("conditions", Conditions.pact),
    Chapter("feeds", Feeds.pact), Chapter("queries", Queries.pact),
    Chapter("expressions", Expressions.pact), Chapter("plans", Plans.pact),
    Chapter("patches", Patches.pact), Chapter("batches", Batches.pact), Chapter("bulk", Bulk.pact),
    Chapter("searches", Searches.pact),
    Chapter("users", Users.pact), Chapter("app-center", AppCenter.pact),
  ]
}
