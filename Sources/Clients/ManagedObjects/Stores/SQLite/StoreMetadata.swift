#if !canImport(CoreData)
  import Foundation
  import GRDB

  /// What a store's file says of itself.
  struct StoreMetadata {
    var values: [String: String] = [:]
    var hashes: [String: Data] = [:]
    var schema: StoreSchema
    /// What the app set: a property list.
    var application: [String: Any] = [:]

    init(schema: StoreSchema) { self.schema = schema }

    static func read(_ database: Database) throws -> StoreMetadata? {
      let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM metadata")
      var all: [String: Data] = [:]
      for row in rows { all[row[0]] = row[1] }
      guard let schema = all["schema"], let values = all["values"], let hashes = all["hashes"]
      else { return nil }
      let decoder = JSONDecoder()
      var metadata = StoreMetadata(schema: try decoder.decode(StoreSchema.self, from: schema))
      metadata.values = try decoder.decode([String: String].self, from: values)
      metadata.hashes = try decoder.decode([String: Data].self, from: hashes)
      if let application = all["application"] {
        metadata.application =
          try PropertyListSerialization.propertyList(from: application, format: nil)
          as? [String: Any] ?? [:]
      }
      return metadata
    }

    /// - Throws: Where the app's part is no property list.
    func write(_ database: Database) throws {
      guard PropertyListSerialization.propertyList(application, isValidFor: .binary) else {
        throw NSError.coreData(
          NSPersistentStoreSaveError, "The store's metadata are no property list.")
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let all = [
        "schema": try encoder.encode(schema), "values": try encoder.encode(values),
        "hashes": try encoder.encode(hashes),
        "application": try PropertyListSerialization.data(
          fromPropertyList: application, format: .binary, options: 0),
      ]
      for (key, value) in all {
        try database.execute(
          sql: "INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)",
          arguments: [key, value])
      }
    }

    var dictionary: [String: Any] {
      var dictionary = application
      for (key, value) in values { dictionary[key] = value }
      dictionary[NSStoreTypeKey] = NSSQLiteStoreType
      dictionary[NSStoreModelVersionHashesKey] = hashes
      return dictionary
    }
  }
#endif
