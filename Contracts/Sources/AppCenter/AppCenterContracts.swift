public import ContractLibrary
import GhostlightContracts

/// What App Center promises its clients, a chapter a file.
public enum AppCenterContracts {
  /// The token exchange is all that clients of Data see.
  public static let chapters = [
    Chapter(vendor: "appcenter", name: "tokens", pact: Tokens.pact)
  ]
}
