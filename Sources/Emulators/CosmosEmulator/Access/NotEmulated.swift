import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What the service has and this emulator has not: refused by its name, never taken for something
/// else and never dropped silently (B20).
enum NotEmulated {
  /// Refuses a request by the fields in its head.
  static func check(_ request: Request) throws(Fault) {
    for (name, value, what) in fields {
      guard let given = request.headers[name], value.map({ $0 == given.lowercased() }) ?? true
      else { continue }
      throw .notEmulated.filled(["what": what])
    }
    guard let field = request.headers[.authorization] else { return }
    let isAAD = PercentEncoding.decode(field)?.lowercased().hasPrefix("type=aad&") ?? false
    guard isAAD else { return }
    throw .notEmulated.filled(["what": "tokens of Azure Active Directory"])
  }

  private static let fields: [(name: HTTPField.Name, value: String?, what: String)] = [
    (.aIM, "full-fidelity feed", "the change feed of all versions and deletes"),
    (.msPreTrigger, nil, "triggers"),
    (.msPostTrigger, nil, "triggers"),
  ]

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
    if let policy = definition["indexingPolicy"], policy["vectorIndexes"]?.array?.isEmpty == false {
      throw .notEmulated.filled(["what": "vector indexes"])
    }
    if let policy = definition["indexingPolicy"],
      policy["fullTextIndexes"]?.array?.isEmpty == false
    {
      throw .notEmulated.filled(["what": "full-text indexes"])
    }
  }

  private static let members = [
    ("clientEncryptionPolicy", "client-side encryption"),
    ("computedProperties", "computed properties"),
    ("fullTextPolicy", "full-text search"),
    ("vectorEmbeddingPolicy", "vector search"),
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
