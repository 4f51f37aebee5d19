import Foundation
import GhostlightSQLite
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `The schema of a store` {
  private func model() -> NSManagedObjectModel {
    let model = Company.model()
    let employee = model.entitiesByName["Employee"]
    employee?.attributesByName["salary"]?.isIndexed = true
    employee?.attributesByName["rate"]?.isTransient = true
    func element(_ name: String, ascending: Bool) -> NSFetchIndexElementDescription? {
      guard let property = employee?.propertiesByName[name] else { return nil }
      let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
      element.isAscending = ascending
      return element
    }
    employee?.indexes = [
      NSFetchIndexDescription(
        name: "both",
        elements: [
          element("name", ascending: true), element("boss", ascending: false),
          element("skills", ascending: true),
        ].compactMap(\.self)),
      NSFetchIndexDescription(
        name: "none", elements: [element("notes", ascending: true)].compactMap(\.self)),
    ]
    model.entitiesByName["Skill"]?.name = "Sk\"ill"
    return model
  }

  @Test func `tables, columns and indexes have the names and types of the model`() throws {
    let space = try Workspace(.sqlite, model: model())
    let store = try #require(space.store as? SQLiteStore)
    let statements = try store.database().inDatabase { database in
      try String.fetchAll(
        database,
        sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
    }
    #expect(statements == Self.statements)
  }

  private static let statements: [String] = [
    #"CREATE TABLE "E_Department" (pk INTEGER PRIMARY KEY, entity INTEGER NOT NULL, "#
      + #"version INTEGER NOT NULL, "Department_name" TEXT, "Department_floor" INTEGER)"#,
    #"CREATE TABLE "E_Note" (pk INTEGER PRIMARY KEY, entity INTEGER NOT NULL, "#
      + #"version INTEGER NOT NULL, "Note_text" TEXT, "Note_author" INTEGER, "#
      + #""Note_author_entity" INTEGER)"#,
    #"CREATE TABLE "E_Person" (pk INTEGER PRIMARY KEY, entity INTEGER NOT NULL, "#
      + #"version INTEGER NOT NULL, "Employee_salary" REAL, "Employee_active" INTEGER, "#
      + #""Employee_budget" TEXT, "Employee_photo" BLOB, "Employee_key" BLOB, "#
      + #""Employee_site" TEXT, "Employee_extra" BLOB, "Employee_department" INTEGER, "#
      + #""Employee_boss" INTEGER, "Employee_boss_entity" INTEGER, "Manager_title" "#
      + #"TEXT, "Person_name" TEXT, "Person_age" INTEGER, "Person_born" REAL)"#,
    #"CREATE TABLE "E_Sk""ill" (pk INTEGER PRIMARY KEY, entity INTEGER NOT NULL, "#
      + #"version INTEGER NOT NULL, "Sk""ill_name" TEXT)"#,
    #"CREATE TABLE "L_Employee_notes" (source INTEGER NOT NULL, source_entity "#
      + #"INTEGER NOT NULL, target INTEGER NOT NULL, target_entity INTEGER NOT NULL, "#
      + #"position INTEGER NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID"#,
    #"CREATE TABLE "L_Employee_skills" (source INTEGER NOT NULL, source_entity "#
      + #"INTEGER NOT NULL, target INTEGER NOT NULL, target_entity INTEGER NOT NULL, "#
      + #"position INTEGER NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID"#,
    #"CREATE TABLE metadata (key TEXT PRIMARY KEY, value BLOB NOT NULL)"#,
    #"CREATE TABLE primary_keys (name TEXT PRIMARY KEY, last INTEGER NOT NULL)"#,
    #"CREATE INDEX "I_L_Employee_notes" ON "L_Employee_notes" (target)"#,
    #"CREATE INDEX "I_L_Employee_skills" ON "L_Employee_skills" (target)"#,
    #"CREATE INDEX "I_Note_Note_author" ON "E_Note" ("Note_author")"#,
    #"CREATE INDEX "I_Person_Employee_boss" ON "E_Person" ("Employee_boss")"#,
    #"CREATE INDEX "I_Person_Employee_department" ON "E_Person" "#
      + #"("Employee_department")"#,
    #"CREATE INDEX "I_Person_Employee_index_both" ON "E_Person" ("Person_name", "#
      + #""Employee_boss" DESC)"#,
    #"CREATE INDEX "I_Person_Employee_salary" ON "E_Person" ("Employee_salary")"#,
    #"CREATE INDEX "I_Person_entity" ON "E_Person" (entity)"#,
  ]

  @Test func `the schema that the file keeps has every entity and property`() throws {
    let schema = StoreSchema(Zoo.model().entities)
    let text = try JSONEncoder.sorted.encode(schema)
    #expect(try JSONDecoder().decode(StoreSchema.self, from: text) == schema)
    let lines = schema.entities.map { entity in
      let attributes = entity.attributes.map { "\($0.name) \($0.column) \($0.type)" }
      let relationships = entity.relationships.map { one in
        "\(one.name) \(one.destination) \(one.column ?? "-") \(one.entityColumn ?? "-") "
          + "\(one.links ?? "-") \(one.isForward) \(one.isToMany) \(one.inverse ?? "-")"
      }
      return ["\(entity.name) \(entity.root) \(entity.number) \(entity.isAbstract)"] + attributes
        + relationships
    }
    #expect(lines == Self.entities)
  }

  private static let entities: [[String]] = [
    [
      #"Animal Animal 0 false"#,
      #"name "Animal_name" 700"#,
      #"size "Animal_size" 200"#,
      #"home Home "Animal_home" "Animal_home_entity" - true false animals"#,
      #"friends Animal - - "L_Animal_admirers" false true admirers"#,
      #"admirers Animal - - "L_Animal_admirers" true true friends"#,
      #"visited Home - - "L_Animal_visited" true true visitors"#,
      #"toy Toy "Animal_toy" - - true false owner"#,
    ],
    [
      #"Cat Animal 1 false"#,
      #"name "Animal_name" 700"#,
      #"size "Animal_size" 200"#,
      #"lives "Cat_lives" 100"#,
      #"home Home "Animal_home" "Animal_home_entity" - true false animals"#,
      #"friends Animal - - "L_Animal_admirers" false true admirers"#,
      #"admirers Animal - - "L_Animal_admirers" true true friends"#,
      #"visited Home - - "L_Animal_visited" true true visitors"#,
      #"toy Toy "Animal_toy" - - true false owner"#,
    ],
    [
      #"Cave Home 0 false"#,
      #"name "Home_name" 700"#,
      #"size "Home_size" 200"#,
      #"animals Animal - - - true true home"#,
      #"visitors Animal - - "L_Animal_visited" false true visited"#,
      #"shelf Toy - - "L_Home_shelf" true true holder"#,
      #"keepsakes Toy - - - true true place"#,
    ],
    [
      #"Dog Animal 2 false"#,
      #"name "Animal_name" 700"#,
      #"size "Animal_size" 200"#,
      #"home Home "Animal_home" "Animal_home_entity" - true false animals"#,
      #"friends Animal - - "L_Animal_admirers" false true admirers"#,
      #"admirers Animal - - "L_Animal_admirers" true true friends"#,
      #"visited Home - - "L_Animal_visited" true true visitors"#,
      #"toy Toy "Animal_toy" - - true false owner"#,
    ],
    [
      #"Home Home 1 false"#,
      #"name "Home_name" 700"#,
      #"size "Home_size" 200"#,
      #"animals Animal - - - true true home"#,
      #"visitors Animal - - "L_Animal_visited" false true visited"#,
      #"shelf Toy - - "L_Home_shelf" true true holder"#,
      #"keepsakes Toy - - - true true place"#,
    ],
    [
      #"Nest Home 2 false"#,
      #"name "Home_name" 700"#,
      #"size "Home_size" 200"#,
      #"twigs "Nest_twigs" 300"#,
      #"animals Animal - - - true true home"#,
      #"visitors Animal - - "L_Animal_visited" false true visited"#,
      #"shelf Toy - - "L_Home_shelf" true true holder"#,
      #"keepsakes Toy - - - true true place"#,
    ],
    [
      #"Toy Toy 0 false"#,
      #"name "Toy_name" 700"#,
      #"size "Toy_size" 200"#,
      #"holder Home "Toy_holder" "Toy_holder_entity" - true false shelf"#,
      #"place Home "Toy_place" "Toy_place_entity" - true false keepsakes"#,
      #"owner Animal "Toy_owner" "Toy_owner_entity" - true false toy"#,
      #"fans Animal - - "L_Toy_fans" true true -"#,
    ],
  ]

  /// Columns: the attribute's type, and the column's type.
  @Test(arguments: NSAttributeType.allCases)
  func `every attribute type has a column type`(_ type: NSAttributeType) {
    let names: [String: [NSAttributeType]] = [
      "INTEGER": [
        .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .booleanAttributeType,
      ],
      "REAL": [.doubleAttributeType, .floatAttributeType, .dateAttributeType],
      "TEXT": [.stringAttributeType, .decimalAttributeType, .URIAttributeType],
    ]
    let expected = names.first { $0.value.contains(type) }?.key ?? "BLOB"
    #expect(SQLiteTable.type(type) == expected)
  }

  /// Whether the relationship and its inverse are to many, and whether they are ordered.
  @Test(arguments: [
    (false, false, false, false, "one", "one"), (true, false, false, false, "derived b", "one"),
    (true, true, false, false, "links A_a true false", "links A_a false false"),
    (true, false, true, false, "links A_a true true", "one"),
    (true, true, true, false, "links A_a true true", "links A_a false false"),
    (true, true, false, true, "links B_b false false", "links B_b true true"),
    (true, true, true, true, "links A_a true true", "links B_b true true"),
  ])
  func `a relationship has the layout of its kind and its inverse`(
    _ isMany: Bool, _ isInverseMany: Bool, _ isOrdered: Bool, _ isInverseOrdered: Bool,
    _ layout: String, _ inverse: String
  ) {
    let entities = [Company.entity("A"), Company.entity("B")]
    let a = Company.relationship("a", to: entities[1], many: isMany, ordered: isOrdered)
    let b = Company.relationship(
      "b", to: entities[0], many: isInverseMany, ordered: isInverseOrdered)
    entities[0].properties = [a]
    entities[1].properties = [b]
    #expect(Self.text(RelationshipLayout(a)) == (isMany ? "links A_a true \(isOrdered)" : "one"))
    Company.link(a, b)
    #expect(Self.text(RelationshipLayout(a)) == layout)
    #expect(Self.text(RelationshipLayout(b)) == inverse)
  }

  private static func text(_ layout: RelationshipLayout) -> String {
    switch layout {
    case .one: "one"
    case .derived(let inverse): "derived \(inverse)"
    case .links(let name, let isForward, let isOrdered): "links \(name) \(isForward) \(isOrdered)"
    }
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
