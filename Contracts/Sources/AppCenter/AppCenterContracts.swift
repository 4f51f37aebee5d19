public import ContractLibrary
import GhostlightContracts

/// The contracts of App Center with its clients, one chapter for each file.
///
/// `ContractBook` writes them to `Contracts/appcenter`. Tests run each chapter against the
/// emulator. Add a chapter here for a new file of interactions.
public enum AppCenterContracts {
  /// The chapters; clients of App Center Data use only the token exchange.
  public static let chapters = [
    Chapter("tokens", Tokens.pact)
  ]
}
