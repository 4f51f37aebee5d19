import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Detects requests that use features of the service that the emulator does not have (B20).
///
/// Such requests are rejected with the feature's name, so that they are neither misunderstood nor
/// ignored.
enum NotEmulated {
  /// The refusal of a batch or of bulk in HybridRow, the binary form that the SDK for .NET sends.
  ///
  /// The SDK shows the message to the app, so it contains the remedy.
  static let hybridRow = Fault.notEmulated.filled([
    "what":
      "batches and bulk in HybridRow, as the SDK for .NET sends them; send the operations one "
      + "by one, and set AllowBulkExecution = false"
  ])

  /// Rejects a write that asks the service to run triggers.
  static func check(write request: Request) throws(Fault) {
    guard request.value(of: .msPreTrigger) != nil || request.value(of: .msPostTrigger) != nil else {
      return
    }
    throw .notEmulated.filled(["what": "triggers"])
  }

  /// Returns the name of the missing feature that would serve `target`, or `nil` if no such feature
  /// is known.
  static func resource(_ target: RequestTarget) -> String? {
    let words = target.rawPath.split(separator: "/")
    guard words.count >= 5, words[0] == "dbs", words[2] == "colls" else { return nil }
    return switch words[4] {
    case "sprocs": "stored procedures"
    case "triggers": "triggers"
    case "udfs": "user-defined functions"
    case "docs" where words.count >= 7 && words[6] == "attachments": "attachments"
    default: nil
    }
  }

  /// Returns the refusal of a request for the addresses of replicas, or `nil` for another request.
  ///
  /// An SDK in direct mode reads these addresses before its first request over TCP, and shows the
  /// message of the refusal in its own error. The mode is an option of the client: nothing in the
  /// description of the account makes an SDK use the gateway. With status 501 it does not retry.
  ///
  /// - Source: azure-cosmos-dotnet-v3 at 8c53d35, `GatewayAddressCache` (`//addresses/`) and
  ///   `DocumentClient`; azure-sdk-for-java at 012dede, `GatewayAddressCache` (`/addresses`).
  static func directMode(_ target: RequestTarget) -> Fault? {
    guard target.rawPath.split(separator: "/") == ["addresses"] else { return nil }
    let remedy =
      "set ConnectionMode = ConnectionMode.Gateway and LimitToEndpoint = true in the "
      + "CosmosClientOptions of .NET, or call gatewayMode() and endpointDiscoveryEnabled(false) of "
      + "Java's CosmosClientBuilder"
    return .notEmulated.filled(["what": "the direct mode over TCP: \(remedy)"])
      .withReason("the SDK uses the direct mode over TCP, which is not emulated: \(remedy)")
  }

  /// Rejects a container definition with members that would change the container's behaviour.
  static func check(container definition: JSONObject) throws(Fault) {
    for (member, what) in members {
      guard let value = definition[member], value != .null, value != [], value != [:] else {
        continue
      }
      throw .notEmulated.filled(["what": "\(what) (\(member))"])
    }
  }

  private static let members = [
    ("clientEncryptionPolicy", "client-side encryption"),
    ("globalSecondaryIndexDefinition", "global secondary indexes"),
    ("materializedViewDefinition", "materialized views"),
  ]
}

extension HTTPField.Name {
  static let msPreTrigger = known("x-ms-documentdb-pre-trigger-include")
  static let msPostTrigger = known("x-ms-documentdb-post-trigger-include")
}
