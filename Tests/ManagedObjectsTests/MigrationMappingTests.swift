import Foundation
import GhostlightSQLite
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests migrations of a store with two inheritance roots, whose whole contents are compared.
@Suite(.limitedConcurrency) struct `A migration with two inheritance roots` {
  static let lines = [
    "Animal name=a1 size=12 admirers=[Dog.d2] home=[Cave.c2]",
    "Cat lives=9 name=k1 size=3 admirers=[Dog.d2] friends=[Cat.k2 Dog.d1] home=[Nest.n1]",
    "Cat name=k2 size=6 admirers=[Cat.k1] home=[Cave.c1] toy=[Toy.t3] visited=[Cave.c1 Nest.n2]",
    "Cave name=c1 size=2 animals=[Cat.k2] keepsakes=[Toy.t1 Toy.t2] visitors=[Cat.k2]",
    "Cave name=c2 size=11 animals=[Animal.a1] shelf=[Toy.t2]",
    "Dog name=d1 size=1 admirers=[Cat.k1] home=[Nest.n1] toy=[Toy.t2] visited=[Home.h1 Nest.n2]",
    "Dog name=d2 size=8 friends=[Animal.a1 Cat.k1] home=[Home.h1]",
    "Home name=h1 size=10 animals=[Dog.d2] keepsakes=[Toy.t3] visitors=[Dog.d1]",
    "Nest name=n1 size=0 animals=[Cat.k1 Dog.d1] shelf=[Toy.t3 Toy.t1]",
    "Nest name=n2 size=7 twigs=9223372036854775807 visitors=[Cat.k2 Dog.d1]",
    "Toy name=t1 size=4 fans=[Cat.k1 Dog.d2] holder=[Nest.n1] place=[Cave.c1]",
    "Toy name=t2 size=5 holder=[Cave.c2] owner=[Dog.d1] place=[Cave.c1]",
    "Toy name=t3 size=9 holder=[Nest.n1] owner=[Cat.k2] place=[Home.h1]",
  ]

  /// A change of the model, and how it changes the parts of each object.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (NSManagedObjectModel) -> Void
    let part: @Sendable (String) -> String

    init(
      _ description: String, _ apply: @escaping @Sendable (NSManagedObjectModel) -> Void,
      _ part: @escaping @Sendable (String) -> String = { $0 }
    ) {
      testDescription = description
      self.apply = apply
      self.part = part
    }
  }

  private static func add(
    _ name: String, to parent: String, _ model: NSManagedObjectModel
  ) {
    let entity = Company.entity(name)
    model.entitiesByName[parent]?.subentities.append(entity)
    model.entities.append(entity)
  }

  private static func renumber(_ model: NSManagedObjectModel) {
    // The numbers follow the names, so they change by one in one root and by two in the other.
    add("Ant", to: "Animal", model)
    add("Barn", to: "Home", model)
    add("Cabin", to: "Home", model)
  }

  private static func rename(_ property: NSPropertyDescription?, _ name: String) {
    property?.renamingIdentifier = property?.name
    property?.name = name
  }

  private static func replacing(_ pairs: (String, String)...) -> @Sendable (String) -> String {
    { part in
      pairs.reduce(part) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
  }

  private static let changes = [
    Change("subentities that change the numbers of both roots", { renumber($0) }),
    Change(
      "a new number for one root, and an ordered relationship between both",
      { model in
        renumber(model)
        model.entitiesByName["Home"]?.relationshipsByName["visitors"]?.isOrdered = true
      }, replacing(("visitors=[Cat.k2 Dog.d1]", "visitors=[Dog.d1 Cat.k2]"))),
    Change(
      "a to-one relationship that becomes to-many, with new numbers",
      { model in
        renumber(model)
        model.entitiesByName["Animal"]?.relationshipsByName["home"]?.maxCount = 0
      }),
    Change(
      "a set that derived from the inverse, which becomes many to many, with new numbers",
      { model in
        renumber(model)
        model.entitiesByName["Toy"]?.relationshipsByName["place"]?.maxCount = 0
      }),
    Change(
      "a set that derived from the inverse, and becomes ordered, with new numbers",
      { model in
        renumber(model)
        model.entitiesByName["Home"]?.relationshipsByName["animals"]?.isOrdered = true
      }, replacing(("animals=[Cat.k1 Dog.d1]", "animals=[Dog.d1 Cat.k1]"))),
    Change(
      "an ordered relationship that becomes unordered",
      { model in
        renumber(model)
        model.entitiesByName["Home"]?.relationshipsByName["shelf"]?.isOrdered = false
      }, replacing(("shelf=[Toy.t3 Toy.t1]", "shelf=[Toy.t1 Toy.t3]"))),
    Change(
      "renamed subentities of both roots",
      { model in
        renumber(model)
        for (old, new) in [("Cat", "Cow"), ("Nest", "Nook")] {
          model.entitiesByName[old]?.renamingIdentifier = old
          model.entitiesByName[old]?.name = new
        }
      }, replacing(("Nest", "Nook"), ("Cat", "Cow"))),
    Change(
      "renamed roots",
      { model in
        for (old, new) in [("Animal", "Ape"), ("Home", "House"), ("Toy", "Thing")] {
          model.entitiesByName[old]?.renamingIdentifier = old
          model.entitiesByName[old]?.name = new
        }
      }, replacing(("Home", "House"), ("Animal", "Ape"), ("Toy", "Thing"))),
    Change(
      "renamed relationships of every layout",
      { model in
        renumber(model)
        let animal = model.entitiesByName["Animal"]?.relationshipsByName
        let home = model.entitiesByName["Home"]?.relationshipsByName
        rename(animal?["home"], "lair")
        rename(animal?["friends"], "pals")
        rename(animal?["visited"], "zones")
        rename(animal?["toy"], "ball")
        rename(home?["shelf"], "rack")
        rename(model.entitiesByName["Toy"]?.relationshipsByName["fans"], "lovers")
      },
      replacing(
        ("home=", "lair="), ("friends=", "pals="), ("visited=", "zones="), ("toy=", "ball="),
        ("shelf=", "rack="), ("fans=", "lovers="))),
  ]

  @Test(arguments: changes)
  func `all objects, values and relationships are kept`(_ change: Change) throws {
    let file = try StoreFile()
    let old = try file.open(Zoo.model())
    try Zoo.fill(old)
    let expected = try old.everything().map {
      $0.parts.map(change.part).sorted().joined(separator: " ")
    }
    let keys = { (ids: [String]) in ids.map { $0.split(separator: ".")[1] }.sorted() }
    let oldKeys = keys(try old.ids())
    let model = Zoo.model()
    change.apply(model)
    let context = try file.open(model)
    let found = try context.everything().map { $0.parts.sorted().joined(separator: " ") }
    #expect(found.sorted() == expected.sorted())
    #expect(keys(try context.ids()) == oldKeys)
    // New keys come after those of the old objects, in each root.
    for name in model.entities.compactMap(\.name) {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      object.setValue("new", forKey: "name")
    }
    try context.save()
    #expect(try context.everything().count == oldKeys.count + model.entities.count)
    let again = try file.open(model)
    #expect(try again.lines() == context.lines())
  }

  @Test func `the fixture has the same contents in every store`() throws {
    for kind in StoreKind.allCases {
      let space = try Workspace(kind, model: Zoo.model())
      try Zoo.fill(space.context)
      #expect(try space.context.lines() == Self.lines, "\(kind)")
      #expect(try space.newContext().lines() == Self.lines, "\(kind)")
    }
  }

  /// A change of an attribute's description, and the stored values that follow from it.
  struct Attribute: Sendable {
    let title: String
    let change: @Sendable (NSAttributeDescription) -> Void
    let values: [String?]

    init(
      _ title: String, _ values: [String?],
      _ change: @escaping @Sendable (NSAttributeDescription) -> Void
    ) {
      self.title = title
      self.values = values
      self.change = change
    }
  }

  @Test(arguments: [
    Attribute("a default value of an optional attribute", [nil, "7"]) { $0.defaultValue = 5 },
    Attribute("a mandatory attribute with a default value", ["5", "7"]) {
      $0.isOptional = false
      $0.defaultValue = 5
    },
    Attribute("a narrower integer", [nil, "7"]) { $0.attributeType = .integer16AttributeType },
    Attribute("a wider integer", [nil, "7"]) { $0.attributeType = .integer64AttributeType },
    Attribute("a new name without an identifier", ["5", "5"]) {
      $0.name = "rank"
      $0.defaultValue = 5
    },
    Attribute("a new name with an identifier", [nil, "7"]) {
      $0.name = "rank"
      $0.renamingIdentifier = "level"
    },
    Attribute("a transient attribute", [nil, nil]) { $0.isTransient = true },
  ])
  func `the values of a changed attribute are converted`(_ row: Attribute) throws {
    func model(_ change: (NSAttributeDescription) -> Void) -> NSManagedObjectModel {
      let level = Company.attribute("level", .integer32AttributeType)
      change(level)
      let entity = Company.entity("Thing")
      entity.properties = [level]
      let model = NSManagedObjectModel()
      model.entities = [entity]
      return model
    }
    let file = try StoreFile()
    let old = try file.open(model { _ in })
    for value in [nil, 7] {
      NSEntityDescription.insertNewObject(forEntityName: "Thing", into: old)
        .setValue(value, forKey: "level")
    }
    try old.save()
    let new = model(row.change)
    let name = new.entities[0].properties[0].name
    let context = try file.open(new)
    let found = try context.everything().map { $0.value(forKey: name).map { "\($0)" } }
    #expect(found == row.values, "\(row.title)")
  }

  @Test func `a mapping that cannot be inferred is refused with the whole error`() throws {
    func check(_ reason: String, _ change: (NSManagedObjectModel) -> Void) throws {
      let file = try StoreFile()
      try Zoo.fill(try file.open(Zoo.model()))
      let model = Zoo.model()
      change(model)
      let error = failure { _ = try file.open(model) }
      #expect(
        text(error) == """
          NSCocoaErrorDomain \(NSInferredMappingModelError)
          NSLocalizedDescription: The mapping between the store's model and the current one \
          cannot be inferred: \(reason)
          reason: \(reason)
          """)
    }
    try check("the type of 'Nest.twigs' changed") {
      $0.entitiesByName["Nest"]?.attributesByName["twigs"]?.attributeType = .doubleAttributeType
    }
    try check("'Toy.fans' changed from to-many to to-one") {
      $0.entitiesByName["Toy"]?.relationshipsByName["fans"]?.maxCount = 1
    }
    try check("'Toy.rival' is new and mandatory") { model in
      guard let toy = model.entitiesByName["Toy"] else { return }
      let rival = Company.relationship("rival", to: toy, many: false)
      rival.isOptional = false
      toy.properties.append(rival)
    }
  }

  @Test(
    arguments: [
      ([:], false), ([NSMigratePersistentStoresAutomaticallyOption: true], false),
      ([NSInferMappingModelAutomaticallyOption: true], false), (StoreFile.migrating, true),
      (
        StoreFile.migrating.merging([NSReadOnlyPersistentStoreOption: true]) { $1 }, false
      ),
    ] as [([String: Bool], Bool)])
  func `a store is migrated only with both options, and if it can be written`(
    _ options: [String: Bool], _ isMigrated: Bool
  ) throws {
    let file = try StoreFile()
    try Zoo.fill(try file.open(Zoo.model()))
    let model = Zoo.model()
    Self.renumber(model)
    let numbers = options.mapValues { NSNumber(value: $0) }
    guard !isMigrated else { return #expect(try file.open(model, numbers).ids().count == 13) }
    #expect(
      text(failure { _ = try file.open(model, numbers) }) == """
        NSCocoaErrorDomain \(NSPersistentStoreIncompatibleVersionHashError)
        NSLocalizedDescription: The model used to open the store is incompatible with the one used \
        to create the store
        """)
  }
}
