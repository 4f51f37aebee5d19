import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What the service has and this emulator has not: refused by its name, never taken for something
/// else and never dropped silently (B20).
enum NotEmulated {
  /// Refuses tokens of another kind than the two that there are.
  static func check(authorization field: String) throws(Fault) {
    guard PercentEncoding.decode(field)?.lowercased().hasPrefix("type=aad&") == true else { return }
    throw .notEmulated.filled(["what": "tokens of Azure Active Directory"])
  }

  /// Refuses a feed of another kind, which would be taken for a list of documents.
  static func check(feed request: Request) throws(Fault) {
    guard request.value(of: .aIM)?.lowercased() == "full-fidelity feed" else { return }
    throw .notEmulated.filled(["what": "the change feed of all versions and deletes"])
  }

  /// Refuses a write that is to run triggers.
  static func check(write request: Request) throws(Fault) {
    guard request.value(of: .msPreTrigger) != nil || request.value(of: .msPostTrigger) != nil else {
      return
    }
    throw .notEmulated.filled(["what": "triggers"])
  }

  /// What a path below a container asks for that no route serves; `nil` where it is another path.
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

  /// Refuses the definition of a container by members that would change what it does.
  static func check(container definition: JSONObject) throws(Fault) {
    for (member, what) in members {
      guard let value = definition[member], value != .null, value != [], value != [:] else {
        continue
      }
      throw .notEmulated.filled(["what": "\(what) (\(member))"])
    }
    for (member, what) in indexes
    where definition["indexingPolicy"]?[member]?.array?.isEmpty == false {
      throw .notEmulated.filled(["what": what])
    }
  }

  private static let members = [
    ("clientEncryptionPolicy", "client-side encryption"),
    ("fullTextPolicy", "full-text search"),
    ("vectorEmbeddingPolicy", "vector search"),
  ]

  private static let indexes = [
    ("fullTextIndexes", "full-text indexes"), ("vectorIndexes", "vector indexes"),
  ]

  /// The functions of queries that are named in the vendor's manual and not here, in capitals.
  static func function(_ name: String) -> String? {
    let name = name.uppercased()
    if name == "VECTORDISTANCE" { return "vector search" }
    if name.hasPrefix("FULLTEXT") || name == "RRF" { return "full-text and hybrid search" }
    return nil
  }
}

extension HTTPField.Name {
  static let msPreTrigger = known("x-ms-documentdb-pre-trigger-include")
  static let msPostTrigger = known("x-ms-documentdb-post-trigger-include")
}
