import GhostlightCore
import GhostlightEmulation

/// How documents are found.
extension Container {
  /// The key of a document in the collection: partition and id.
  static func key(_ id: String, _ partition: PartitionKey) -> String {
    partition.text.text + "\u{0}" + id
  }

  /// The key of a document by id, else by RID; `nil` where there is none, or it has expired.
  func find(
    _ name: String, in partition: PartitionKey, at moment: Moment, within budget: WorkBudget
  ) throws(Fault) -> String? {
    let key = Self.key(name, partition)
    if let document = documents[key] { return hasExpired(document, at: moment) ? nil : key }
    let byRID = try documents.find(
      Query(.field(FieldPath("_rid"), .equals(.string(name))), limit: 1), within: budget
    ).documents.first
    guard let byRID, !hasExpired(byRID.document, at: moment),
      PartitionKey(of: byRID.document, along: settings.partitionPaths).text == partition.text
    else { return nil }
    return byRID.key
  }

  /// Whether a document's time to live is over (B11); what has expired is as good as gone.
  func hasExpired(_ document: JSONObject, at moment: Moment) -> Bool {
    guard let standard = settings.defaultTTL else { return false }
    let seconds = document["ttl"]?.integer ?? standard
    guard seconds > 0, let written = document["_ts"]?.integer else { return false }
    let (end, overflows) = written.addingReportingOverflow(seconds)
    return !overflows && end <= moment.seconds
  }

  /// The number in a document's RID, which grows in order of creation.
  static func number(of document: JSONObject) -> Int {
    document["_rid"]?.string.flatMap(ResourceID.documentNumber) ?? 0
  }
}
