import Foundation
import GhostlightCore
import GhostlightLedger
import ManagedObjects

/// A record storage in an SQLite file of its own.
///
/// A file that an earlier version wrote is migrated when it is opened.
final class FileRecords: RecordStorage {
  private let context: NSManagedObjectContext

  init(at file: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: RecordModel.make())
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: file,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  var lastOrder: Int64 {
    get throws { try greatest("order") ?? 0 }
  }

  func newestVersion(_ entity: String) throws -> Int64? {
    try greatest("updatedAt", NSPredicate(format: "entityName == %@", entity))
  }

  private func greatest(_ key: String, _ predicate: NSPredicate? = nil) throws -> Int64? {
    try perform { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: RecordModel.record)
      request.predicate = predicate
      request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
      request.fetchLimit = 1
      return try context.fetch(request).first?.value(forKey: key) as? Int64
    }
  }

  func records(of entity: String, remoteIDs: [String]) throws -> [SyncRecord] {
    try fetch(NSPredicate(format: "entityName == %@ AND remoteID IN %@", entity, remoteIDs))
  }

  func records(ofObjects objects: [String]) throws -> [SyncRecord] {
    try fetch(NSPredicate(format: "objectURI IN %@", objects))
  }

  func marked(_ entity: String) throws -> [SyncRecord] {
    try fetch(NSPredicate(format: "entityName == %@ AND mark != nil", entity))
  }

  func uncertain(_ entity: String) throws -> [SyncRecord] {
    try fetch(
      NSPredicate(
        format: "entityName == %@ AND remoteID == nil AND (ledger != nil OR creation != nil)",
        entity)
    ).filter(\.isUncertain)
  }

  func position(_ entity: String) throws -> PullPosition? {
    try perform { context in
      let row = try RecordModel.cursor(of: entity, in: context)
      guard let since = row?.value(forKey: "since") as? Int64 else { return nil }
      return PullPosition(
        since: since, newestBeforeReset: row?.value(forKey: "newestBeforeReset") as? Int64)
    }
  }

  private func fetch(_ predicate: NSPredicate) throws -> [SyncRecord] {
    try perform { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: RecordModel.record)
      request.predicate = predicate
      return try context.fetch(request).map { try RecordModel.read($0) }
    }
  }

  func save(
    _ records: [SyncRecord], forgetting objects: [String],
    position: (entity: String, value: PullPosition)?
  ) throws {
    try perform { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: RecordModel.record)
      request.predicate = NSPredicate(
        format: "objectURI IN %@", records.map(\.object) + objects)
      var rows: [String: NSManagedObject] = [:]
      for row in try context.fetch(request) {
        if let object = row.value(forKey: "objectURI") as? String { rows[object] = row }
      }
      for record in records {
        let row =
          rows[record.object]
          ?? NSEntityDescription.insertNewObject(forEntityName: RecordModel.record, into: context)
        RecordModel.write(record, to: row)
      }
      for object in objects { if let row = rows[object] { context.delete(row) } }
      if let position { try RecordModel.move(position.entity, to: position.value, in: context) }
      try context.save()
    }
  }

  private func perform<Value>(_ body: (NSManagedObjectContext) throws -> Value) throws -> Value {
    let context = context
    return try context.performBlocking {
      do { return try body(context) } catch {
        context.rollback()
        throw error
      }
    }
  }
}

/// The Core Data model of the file that contains the records.
private enum RecordModel {
  static let record = "Record"
  private static let cursor = "Cursor"

  static func make() -> NSManagedObjectModel {
    let record = NSEntityDescription()
    record.name = Self.record
    let texts = [
      "objectURI", "entityName", "remoteID", "creatorID", "updaterID", "remoteState", "mark",
      "received", "ledger",
      // Earlier versions stored a creation without a response in this attribute. Reading the record
      // turns the creation into a write in the ledger.
      "creation",
    ]
    let numbers = ["createdAt", "updatedAt", "order", "creationSince", "creationOrder"]
    record.properties =
      texts.map { attribute($0, .stringAttributeType) }
      + numbers.map { attribute($0, .integer64AttributeType) }
    record.indexes = ["objectURI", "remoteID", "mark", "order", "updatedAt"]
      .map { index($0, of: record) }
    let cursor = NSEntityDescription()
    cursor.name = Self.cursor
    cursor.properties = [
      attribute("entityName", .stringAttributeType), attribute("since", .integer64AttributeType),
      attribute("newestBeforeReset", .integer64AttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [record, cursor]
    return model
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func index(
    _ name: String, of entity: NSEntityDescription
  ) -> NSFetchIndexDescription {
    let property = entity.propertiesByName[name] ?? NSAttributeDescription()
    let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
    return NSFetchIndexDescription(name: "by\(name)", elements: [element])
  }

  static func read(_ row: NSManagedObject) throws -> SyncRecord {
    func text(_ key: String) -> String? { row.value(forKey: key) as? String }
    func number(_ key: String) -> Int64? { row.value(forKey: key) as? Int64 }
    var record = SyncRecord(object: text("objectURI") ?? "", entity: text("entityName") ?? "")
    record.remoteID = text("remoteID")
    record.createdAt = number("createdAt")
    record.updatedAt = number("updatedAt")
    record.creatorID = text("creatorID")
    record.updaterID = text("updaterID")
    record.state = text("remoteState")
    record.mark = text("mark")
    record.order = number("order") ?? 0
    record.received = try object(text("received"))
    record.ledger = try WriteLedger(text: text("ledger"))
    if let fields = text("creation") {
      record.ledger.append(
        UnansweredWrite(
          .create, identifier: nil, fields: try object(fields), base: number("creationSince"),
          order: number("creationOrder") ?? 0))
    }
    return record
  }

  static func write(_ record: SyncRecord, to row: NSManagedObject) {
    let values: [String: Any?] = [
      "objectURI": record.object, "entityName": record.entity, "remoteID": record.remoteID,
      "createdAt": record.createdAt, "updatedAt": record.updatedAt,
      "creatorID": record.creatorID, "updaterID": record.updaterID, "remoteState": record.state,
      "mark": record.mark, "order": record.order,
      "received": JSON.object(record.received).description,
      "ledger": record.ledger.text, "creation": nil, "creationSince": nil, "creationOrder": nil,
    ]
    for (key, value) in values { row.setValue(value, forKey: key) }
  }

  private static func object(_ text: String?) throws -> JSONObject {
    guard let text else { return [:] }
    return try JSON.parse(text).object ?? [:]
  }

  static func cursor(
    of entity: String, in context: NSManagedObjectContext
  ) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: cursor)
    request.predicate = NSPredicate(format: "entityName == %@", entity)
    return try context.fetch(request).first
  }

  static func move(
    _ entity: String, to position: PullPosition, in context: NSManagedObjectContext
  ) throws {
    let row =
      try cursor(of: entity, in: context)
      ?? NSEntityDescription.insertNewObject(forEntityName: cursor, into: context)
    row.setValue(entity, forKey: "entityName")
    row.setValue(position.since, forKey: "since")
    row.setValue(position.newestBeforeReset, forKey: "newestBeforeReset")
  }
}
