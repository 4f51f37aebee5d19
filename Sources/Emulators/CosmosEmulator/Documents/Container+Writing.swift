import GhostlightCore
import GhostlightEmulation

/// Writes to a container: each refuses first and writes after.
///
/// `home` is the container's path by RIDs; whoever held its database meanwhile would make each
/// write copy what it touches.
extension Container {
  mutating func create(
    _ body: JSONObject, in partition: PartitionKey, under home: String, _ stamp: WriteStamp,
    at moment: Moment, within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    guard try find(id, in: partition, at: moment, within: budget) == nil else {
      throw .documentExists
    }
    try checkUnique(body, in: partition, except: nil, at: moment, within: budget)
    try pay(storing: body, over: documents[Self.key(id, partition)], budget)
    let document = insert(body, id, in: partition, under: home, stamp)
    return DocumentWrite(status: 201, document: document, charge: "6.67")
  }

  mutating func upsert(
    _ body: JSONObject, in partition: PartitionKey, under home: String,
    _ preconditions: Preconditions, _ stamp: WriteStamp, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    let key = Self.key(id, partition)
    guard let old = documents[key], !hasExpired(old, at: moment) else {
      return try create(body, in: partition, under: home, stamp, at: moment, within: budget)
    }
    try preconditions.checkWrite(old)
    try checkUnique(body, in: partition, except: key, at: moment, within: budget)
    try pay(storing: body, over: old, budget)
    let document = overwrite(key, with: body, old, stamp)
    return DocumentWrite(status: 200, document: document, charge: "10.67")
  }

  mutating func replace(
    _ name: String, with body: JSONObject, in partition: PartitionKey,
    _ preconditions: Preconditions, _ stamp: WriteStamp, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    guard let key = try find(name, in: partition, at: moment, within: budget),
      let old = documents[key]
    else {
      throw .noDocument
    }
    guard ExactText(key) == ExactText(Self.key(id, partition)) else { throw .nameChange }
    try preconditions.checkWrite(old)
    try checkUnique(body, in: partition, except: key, at: moment, within: budget)
    try pay(storing: body, over: old, budget)
    let document = overwrite(key, with: body, old, stamp)
    return DocumentWrite(status: 200, document: document, charge: "11.05")
  }

  mutating func delete(
    _ name: String, in partition: PartitionKey, _ preconditions: Preconditions, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    guard let key = try find(name, in: partition, at: moment, within: budget),
      let old = documents[key]
    else {
      throw .noDocument
    }
    try preconditions.checkWrite(old)
    try pay(storing: [:], over: old, budget)
    documents.remove(key)
    changes.remove(key)
    lsn += 1
    return DocumentWrite(status: 204, document: nil, charge: "6.67")
  }

  /// Puts a document in the place of another; for a patch, which has refused already.
  mutating func overwrite(
    _ key: String, with body: JSONObject, _ old: JSONObject, _ stamp: WriteStamp
  ) -> JSONObject {
    let document = Self.document(
      body, rid: old["_rid"] ?? .null, link: old["_self"] ?? .null, stamp)
    addIndexes(for: document)
    documents.replace(document, forKey: key)
    noteChange(of: key)
    return document
  }

  private mutating func insert(
    _ body: JSONObject, _ id: String, in partition: PartitionKey, under home: String,
    _ stamp: WriteStamp
  ) -> JSONObject {
    let key = Self.key(id, partition)
    // What stands there has expired.
    documents.remove(key)
    documentCount += 1
    let rid = self.rid.document(documentCount).text
    let document = Self.document(
      body, rid: .string(rid), link: .string("\(home)docs/\(rid)/"), stamp)
    addIndexes(for: document)
    documents.insert(document, forKey: key)
    noteChange(of: key)
    return document
  }

  private mutating func noteChange(of key: String) {
    lsn += 1
    changes.remove(key)
    changes.insert(["lsn": .integer(lsn)], forKey: key)
  }

  /// The members in the order sent, then the system's, whatever the client sent for these.
  private static func document(
    _ body: JSONObject, rid: JSON, link: JSON, _ stamp: WriteStamp
  ) -> JSONObject {
    var document = body
    for name in systemProperties { document.removeValue(forKey: name) }
    document["_rid"] = rid
    document["_self"] = link
    document["_etag"] = .string(stamp.tag)
    document["_attachments"] = "attachments/"
    document["_ts"] = .integer(stamp.seconds)
    return document
  }

  static let systemProperties = ["_rid", "_self", "_etag", "_attachments", "_ts"]
}
