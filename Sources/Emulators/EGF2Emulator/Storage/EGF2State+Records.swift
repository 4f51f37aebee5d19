import GhostlightCore
import GhostlightEmulation

/// Methods that read and change stored records without checking access rules.
extension EGF2State {
  /// Returns the record with this id, even if its object is deleted; `nil` if there is no record.
  func record(_ id: String) -> JSONObject? {
    guard let type = schema.type(ofID: id) else { return nil }
    return records[type.slot][id]
  }

  /// Returns whether there is a record with this id, even if its object is deleted.
  func hasRecord(_ id: String) -> Bool {
    schema.type(ofID: id).map { records[$0.slot].contains(id) } ?? false
  }

  /// Returns a record as JSON, after calling `pay` to charge the work.
  ///
  /// - Throws: The error that `pay` throws.
  func text(
    of id: String, within budget: WorkBudget,
    paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8]? {
    guard let type = schema.type(ofID: id) else { return nil }
    return try records[type.slot].bytes(of: id, within: budget, paying: pay)
  }

  /// Stores a record, or replaces the record with the same id.
  mutating func store(_ record: JSONObject) {
    guard let id = record["id"]?.string, let type = schema.type(ofID: id) else { return }
    if records[type.slot].insert(record, forKey: id) {
      edges.show(id, true)
    } else if let old = records[type.slot].replace(record, forKey: id) {
      release(old, of: type)
    }
    claim(record, of: type)
  }

  /// Stores `count` records of a type to which no links exist yet.
  ///
  /// The closure `record` is called with each index from 0, and returns a record's id and contents.
  ///
  /// - Returns: The index of the first record whose id is already in use, or `nil`. If it is not
  ///   `nil`, no record is stored.
  /// - Throws: The error that the closure throws.
  mutating func store<Failure: Error>(
    _ count: Int, of type: ObjectType,
    _ record: (Int) throws(Failure) -> (key: String, document: JSONObject)
  ) throws(Failure) -> Int? {
    if let taken = try records[type.slot].insert(count: count, record) { return taken }
    guard type.fields.contains(where: \.isUnique) else { return nil }
    let added = records[type.slot].documents(from: records[type.slot].count - count)
    for found in added { claim(found.document, of: type) }
    return nil
  }

  /// Removes a record permanently; links to it remain, but pages no longer show them.
  mutating func remove(_ id: String) {
    guard let type = schema.type(ofID: id), let old = records[type.slot].remove(id) else { return }
    release(old, of: type)
    edges.show(id, false)
  }

  /// Links two objects without any checks.
  mutating func connect(_ link: GraphLink) {
    edges.add(link, isShown: hasRecord(link.destination))
  }

  /// Links objects in the given order without any checks.
  mutating func connect(_ links: [GraphLink]) {
    edges.add(links, areShown: links.map { hasRecord($0.destination) })
  }

  /// Draws an id for an object of a type (A3).
  func newID(of type: ObjectType, _ moment: inout Moment) -> String {
    moment.draw(.uuid, named: type.name) + "-" + type.code
  }

  /// Returns the key under which the owner of a unique value is stored.
  static func uniqueKey(_ type: ObjectType, _ field: FieldDefinition, _ value: JSON) -> String {
    "\(type.name)-\(field.name)-\(value.string ?? value.text())"
  }

  private mutating func claim(_ record: JSONObject, of type: ObjectType) {
    guard record["deleted_at"] == nil, let id = record["id"]?.string else { return }
    for field in type.fields where field.isUnique {
      guard let value = record[field.name] else { continue }
      unique[Self.uniqueKey(type, field, value)] = id
    }
  }

  private mutating func release(_ record: JSONObject, of type: ObjectType) {
    for field in type.fields where field.isUnique {
      guard let value = record[field.name] else { continue }
      let key = Self.uniqueKey(type, field, value)
      if unique[key] == record["id"]?.string { unique[key] = nil }
    }
  }
}
