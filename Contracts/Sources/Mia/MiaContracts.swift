public import ContractLibrary
import GhostlightContracts

/// The contracts of Mia-Platform's backend with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/mia`. Tests run each chapter against the emulator. Add
/// a chapter here for a new file of interactions.
public enum MiaContracts {
  /// The chapters: first those of the CRUD service, then those of BaaS versions up to 3.
  public static let chapters = [
    chapter("crud-gateway", Gateway.pact), chapter("crud-documents", Documents.pact),
    chapter("crud-lists", Lists.pact), chapter("crud-filters", Filters.pact),
    chapter("crud-updates", Updates.pact), chapter("crud-bulk", Bulk.pact),
    chapter("crud-states", States.pact), chapter("crud-types", Types.pact),
    chapter("crud-rights", Rights.pact), chapter("crud-transfers", Transfers.pact),
    chapter("baas-items", Items.pact), chapter("baas-queries", ItemQueries.pact),
    chapter("baas-access", ItemAccess.pact), chapter("baas-users", Users.pact),
    chapter("baas-sessions", Sessions.pact), chapter("baas-files", Files.pact),
    chapter("baas-services", Services.pact), chapter("counters", Counters.pact),
    chapter("synchronisation", Synchronisation.pact),
  ]

  private static func chapter(_ name: String, _ pact: Pact) -> Chapter {
    Chapter(vendor: "mia", name: name, pact: pact)
  }
}
