#if !canImport(CoreData)
  import Foundation
  import GhostlightSQLite

  /// The table of a root entity and its sub-entities, which has one row for each object.
  final class SQLiteTable {
    /// A column, and the index of its property in the entity's plan.
    struct Column: Sendable {
      let name: String
      let index: Int
      /// The name of the column that contains the number of a related object's entity; `nil` if
      /// only one entity is possible.
      let entityName: String?
    }

    /// The columns of an entity, and the SQL that reads and writes them.
    struct EntityColumns: Sendable {
      let attributes: [Column]
      let ones: [Column]
      /// The names of all columns, for a SELECT statement.
      let selection: String
      let insertion: String
    }

    let root: NSEntityDescription
    let name: String
    /// The root entity and its sub-entities; each row stores the index of its entity in this array.
    let entities: [NSEntityDescription]
    private let numbers: [String: Int]
    private let columns: [EntityColumns]

    init(_ root: NSEntityDescription) {
      self.root = root
      name = Self.quoted("E_\(root.displayName)")
      entities = root.family.sorted { $0.displayName < $1.displayName }
      numbers = entities.enumerated().reduce(into: [:]) { $0[$1.element.displayName] = $1.offset }
      columns = entities.map { Self.columns(of: $0, Self.quoted("E_\(root.displayName)")) }
    }

    static func quoted(_ name: String) -> String {
      "\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\""
    }

    static func column(_ property: NSPropertyDescription) -> String {
      quoted("\(property.entity?.displayName ?? "")_\(property.name)")
    }

    /// Returns the column for the number of a related object's entity.
    ///
    /// It is `nil` if only one entity is possible.
    static func entityColumn(_ relationship: NSRelationshipDescription) -> String? {
      guard let destination = relationship.destinationEntity, destination.root.family.count > 1
      else { return nil }
      return quoted("\(relationship.entity?.displayName ?? "")_\(relationship.name)_entity")
    }

    private static func columns(of entity: NSEntityDescription, _ table: String) -> EntityColumns {
      let plan = entity.plan
      let attributes = plan.attributes.enumerated()
        .filter { !$0.element.isTransient }
        .map { Column(name: column($0.element), index: $0.offset, entityName: nil) }
      let ones = plan.relationships.enumerated()
        .filter { !$0.element.isToMany && !$0.element.isTransient }
        .map {
          Column(
            name: column($0.element), index: $0.offset, entityName: entityColumn($0.element))
        }
      let names =
        attributes.map(\.name) + ones.flatMap { [$0.name] + ($0.entityName.map { [$0] } ?? []) }
      let all = ["pk", "entity", "version"] + names
      return EntityColumns(
        attributes: attributes, ones: ones, selection: all.joined(separator: ", "),
        insertion: "INSERT INTO \(table) (\(all.joined(separator: ", "))) VALUES "
          + "(\(all.map { _ in "?" }.joined(separator: ", ")))")
    }

    func number(of entity: NSEntityDescription) -> Int { numbers[entity.displayName] ?? 0 }

    func columns(of entity: NSEntityDescription) -> EntityColumns {
      columns[number(of: entity)]
    }

    // MARK: Making

    /// Returns the SQL type of the column for an attribute type.
    static func type(_ type: NSAttributeType) -> String {
      switch type {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .booleanAttributeType:
        "INTEGER"
      case .doubleAttributeType, .floatAttributeType, .dateAttributeType: "REAL"
      case .stringAttributeType, .decimalAttributeType, .URIAttributeType: "TEXT"
      default: "BLOB"
      }
    }

    /// Returns the SQL statement that creates the table with a given name.
    func creation(as table: String) -> String {
      var parts = ["pk INTEGER PRIMARY KEY", "entity INTEGER NOT NULL", "version INTEGER NOT NULL"]
      var seen: Set<String> = []
      for entity in entities {
        for property in entity.ownProperties where !property.isTransient {
          if let attribute = property as? NSAttributeDescription {
            guard seen.insert(Self.column(attribute)).inserted else { continue }
            parts.append("\(Self.column(attribute)) \(Self.type(attribute.attributeType))")
          } else if let relationship = property as? NSRelationshipDescription,
            !relationship.isToMany
          {
            parts.append("\(Self.column(relationship)) INTEGER")
            if let other = Self.entityColumn(relationship) { parts.append("\(other) INTEGER") }
          }
        }
      }
      return "CREATE TABLE \(table) (\(parts.joined(separator: ", ")))"
    }

    /// The SQL statements that create the indexes of the model, and the indexes for the entity's
    /// number and for each to-one relationship.
    var indexes: [String] {
      var statements: [String] = []
      func add(_ title: String, _ columns: [String]) {
        guard !columns.isEmpty else { return }
        let index = Self.quoted("I_\(root.displayName)_\(title)")
        statements.append(
          "CREATE INDEX IF NOT EXISTS \(index) ON \(name) (\(columns.joined(separator: ", ")))")
      }
      if entities.count > 1 { add("entity", ["entity"]) }
      for entity in entities {
        for property in entity.ownProperties where !property.isTransient {
          if let relationship = property as? NSRelationshipDescription {
            if !relationship.isToMany {
              add("\(entity.displayName)_\(property.name)", [Self.column(relationship)])
            }
          } else if property.isIndexed, property is NSAttributeDescription {
            add("\(entity.displayName)_\(property.name)", [Self.column(property)])
          }
        }
        for index in entity.indexes {
          let columns = index.elements.compactMap { element -> String? in
            guard let known = entity.propertiesByName[element.propertyName ?? ""],
              !((known as? NSRelationshipDescription)?.isToMany ?? false)
            else { return nil }
            return Self.column(known) + (element.isAscending ? "" : " DESC")
          }
          add("\(entity.displayName)_index_\(index.name)", columns)
        }
      }
      return statements
    }
  }

  /// A table with pairs of related objects, for a relationship that is not stored in a column.
  struct SQLiteLinks: Sendable, Hashable {
    let name: String

    init(_ name: String) { self.name = SQLiteTable.quoted("L_\(name)") }

    var creation: [String] {
      [
        "CREATE TABLE IF NOT EXISTS \(name) (source INTEGER NOT NULL, source_entity INTEGER NOT "
          + "NULL, target INTEGER NOT NULL, target_entity INTEGER NOT NULL, position INTEGER NOT "
          + "NULL, PRIMARY KEY (source, target)) WITHOUT ROWID",
        "CREATE INDEX IF NOT EXISTS \(SQLiteTable.quoted("I_" + name.replacingOccurrences(of: "\"", with: ""))) "
          + "ON \(name) (target)",
      ]
    }
  }
#endif
