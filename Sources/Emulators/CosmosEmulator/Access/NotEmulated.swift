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
