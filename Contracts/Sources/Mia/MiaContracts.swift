public import ContractLibrary
import GhostlightContracts

/// The contracts of Mia-Platform's backend with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/mia`. Tests run each chapter against the emulator. Add
/// a chapter here for a new file of interactions.
public enum MiaContracts {
  /// The chapters: first those of the CRUD service, then those of BaaS versions up to 3.
  public static let chapters = [
    Chapter("crud-gateway", Gateway.pact), Chapter("crud-documents", Documents.pact),
    Chapter("crud-lists", Lists.pact), Chapter("crud-filters", Filters.pact),
    Chapter("crud-updates", Updates.pact), Chapter("crud-bulk", Bulk.pact),
    Chapter("crud-states", States.pact), Chapter("crud-types", Types.pact),
    Chapter("crud-rights", Rights.pact), Chapter("crud-transfers", Transfers.pact),
    Chapter("baas-items", Items.pact), Chapter("baas-queries", ItemQueries.pact),
    Chapter("baas-access", ItemAccess.pact), Chapter("baas-users", Users.pact),
    Chapter("baas-sessions", Sessions.pact), Chapter("baas-files", Files.pact),
    Chapter("baas-services", Services.pact), Chapter("counters", Counters.pact),
    Chapter("synchronisation", Synchronisation.pact),
  ]
}
