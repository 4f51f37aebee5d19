import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Settings of a fetch request` {
  /// Returns the stored properties of a value by name, as text.
  private static func fields(_ value: Any) -> [String: String] {
    Mirror(reflecting: value).children.reduce(into: [:]) { fields, child in
      fields[child.label ?? ""] = String(describing: child.value)
    }
  }

  @Test func `a copy has every setting, and is independent`() throws {
    let entity = Company.entity("Skill")
    let request = NSFetchRequest<NSDictionary>(entityName: "Other")
    #expect(request.entityName == "Other" && request.entity == nil)
    let fresh = Self.fields(FetchSettings())
    request.entity = entity
    request.predicate = NSPredicate(format: "name == 'a'")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    request.fetchLimit = 1
    request.fetchOffset = 2
    request.fetchBatchSize = 3
    request.resultType = .dictionaryResultType
    request.includesSubentities = false
    request.includesPropertyValues = false
    request.includesPendingChanges = false
    request.returnsObjectsAsFaults = false
    request.shouldRefreshRefetchedObjects = true
    request.returnsDistinctResults = true
    request.relationshipKeyPathsForPrefetching = ["holders"]
    request.propertiesToFetch = ["name"]
    request.propertiesToGroupBy = ["age"]
    request.havingPredicate = NSPredicate(format: "name == 'b'")
    let changed = Self.fields(request.settings)
    // A new setting must be added above, and to the copy.
    for (name, value) in changed { #expect(fresh[name] != value, "\(name)") }
    let store = try Workspace().store
    request.affectedStores = [store]
    let copy = try #require(request.copy() as? NSFetchRequest<NSDictionary>)
    #expect(Self.fields(copy.settings) == changed)
    #expect(copy.affectedStores == [store])
    #expect(request.entityName == "Skill" && request.entity === entity)
    #expect(
      [
        "\(request.fetchLimit) \(request.fetchOffset) \(request.fetchBatchSize)",
        "\(request.resultType.rawValue) \(request.includesSubentities)",
        "\(request.includesPropertyValues) \(request.includesPendingChanges)",
        "\(request.returnsObjectsAsFaults) \(request.shouldRefreshRefetchedObjects)",
        "\(request.returnsDistinctResults) \(request.relationshipKeyPathsForPrefetching ?? [])",
        "\(request.propertiesToFetch ?? []) \(request.propertiesToGroupBy ?? [])",
        "\(request.predicate?.description ?? "") \(request.sortDescriptors?.count ?? 0)",
        "\(request.havingPredicate?.description ?? "")",
      ] == [
        "1 2 3", "2 false", "false false", "false true", "true [\"holders\"]",
        "[\"name\"] [\"age\"]", "name == \"a\" 1", "name == \"b\"",
      ])
    request.fetchLimit = 9
    request.entity = nil
    #expect(copy.fetchLimit == 1 && copy.entityName == "Skill" && request.entityName == nil)
  }

  /// A setting that alone decides which of the employees are found, in which order.
  ///
  /// Ann, Max (a manager) and Cid are stored; Cid was renamed to Bob in the context, and Eve is
  /// new.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (NSFetchRequest<NSManagedObject>) -> Void
    let stored: String
    let changed: String

    init(
      _ description: String, _ stored: String, _ changed: String,
      _ apply: @escaping @Sendable (NSFetchRequest<NSManagedObject>) -> Void
    ) {
      testDescription = description
      self.apply = apply
      self.stored = stored
      self.changed = changed
    }
  }

  private static let rows = [
    Row("nothing", "Ann Max Cid", "Ann Max Bob Eve") { _ in },
    Row("no subentities", "Ann Cid", "Ann Bob Eve") { $0.includesSubentities = false },
    Row("a limit", "Ann Max", "Ann Max") { $0.fetchLimit = 2 },
    Row("a limit of all", "Ann Max Cid", "Ann Max Bob Eve") { $0.fetchLimit = 4 },
    Row("a negative limit", "Ann Max Cid", "Ann Max Bob Eve") { $0.fetchLimit = -1 },
    Row("an offset", "Cid", "Bob Eve") { $0.fetchOffset = 2 },
    Row("an offset of all", "", "") { $0.fetchOffset = 4 },
    Row("a negative offset", "Ann Max Cid", "Ann Max Bob Eve") { $0.fetchOffset = -1 },
    Row("a limit and an offset", "Max", "Max") {
      $0.fetchOffset = 1
      $0.fetchLimit = 1
    },
    Row("a predicate in SQL", "Ann Cid", "Ann Bob Eve") {
      $0.predicate = NSPredicate(format: "name != 'Max'")
    },
    Row("a predicate in memory", "Ann Cid", "Ann Bob Eve") {
      $0.predicate = NSPredicate(format: "NOT name LIKE 'M*'")
    },
    Row("a predicate that the old value fulfils", "Cid", "") {
      $0.predicate = NSPredicate(format: "name == 'Cid'")
    },
    Row("an order", "Ann Cid Max", "Ann Bob Eve Max") {
      $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    },
    Row("a reversed order", "Max Cid Ann", "Max Eve Bob Ann") {
      $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    },
    Row("an order by a block, and a limit", "Max Cid", "Max Eve") {
      $0.fetchLimit = 2
      $0.sortDescriptors = [
        NSSortDescriptor(key: "name", ascending: false) { left, right in
          let (left, right) = (left as? String ?? "", right as? String ?? "")
          return left == right
            ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
        }
      ]
    },
    Row("two keys", "Cid Ann Max", "Eve Bob Ann Max") {
      $0.sortDescriptors = [
        NSSortDescriptor(key: "age", ascending: true),
        NSSortDescriptor(key: "name", ascending: false),
      ]
    },
    Row("no pending changes", "Ann Max Cid", "Ann Max Bob") { $0.includesPendingChanges = false },
    Row("no values", "Ann Max Cid", "Ann Max Bob Eve") { $0.includesPropertyValues = false },
    Row("a batch size", "Ann Max Cid", "Ann Max Bob Eve") { $0.fetchBatchSize = 1 },
  ]

  @Test(arguments: rows, StoreKind.allCases)
  func `each setting decides alone, with and without unsaved changes`(
    _ row: Row, _ kind: StoreKind
  ) throws {
    // The store of the tests does not accept negative numbers.
    guard kind != .incremental || !row.testDescription.hasPrefix("a negative") else { return }
    let space = try Workspace(kind)
    space.insert("Employee", ["name": "Ann", "age": 1])
    space.insert("Manager", ["name": "Max", "age": 2])
    let cid = space.insert("Employee", ["name": "Cid", "age": 1])
    try space.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    row.apply(request)
    func check(_ context: NSManagedObjectContext, _ names: String) throws {
      let found = try context.fetch(request)
      #expect(found.compactMap { $0.text("name") }.joined(separator: " ") == names)
      #expect(try context.count(for: request) == found.count)
      #expect(try request.execute(in: context) == found)
    }
    try check(space.newContext(), row.stored)
    guard kind != .incremental || request.includesPendingChanges else { return }
    cid.setValue("Bob", forKey: "name")
    space.insert("Employee", ["name": "Eve", "age": 1])
    try check(space.context, row.changed)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = space.context
    if request.includesPendingChanges { try check(child, row.changed) }
  }

  @Test(arguments: StoreKind.allCases)
  func `settings decide which objects are faults, and which are read again`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    space.insert("Employee", ["name": "Ann", "department": sales])
    try space.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    func found(_ context: NSManagedObjectContext) throws -> NSManagedObject {
      try #require(try context.fetch(request).first)
    }
    var context = space.newContext()
    #expect(try found(context).isFault)
    request.returnsObjectsAsFaults = false
    #expect(try !found(context).isFault)
    request.returnsObjectsAsFaults = true
    request.relationshipKeyPathsForPrefetching = ["department.employees", "nosuch"]
    context = space.newContext()
    context.retainsRegisteredObjects = true
    let ann = try found(context)
    let department = try #require(ann.object("department"))
    #expect(!department.isFault && !department.hasFault(forRelationshipNamed: "employees"))
    request.relationshipKeyPathsForPrefetching = nil

    let other = space.newContext()
    try found(other).setValue("Bea", forKey: "name")
    try other.save()
    #expect(try found(context).text("name") == "Ann")
    request.shouldRefreshRefetchedObjects = true
    if kind != .incremental {
      #expect(try found(context).text("name") == "Bea")
      let changed = try found(other)
      changed.setValue("Cid", forKey: "name")
      #expect(try found(other).text("name") == "Cid")
    }
  }

  @Test func `results of an unexpected type are refused`() throws {
    let space = try Workspace()
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    let request = NSFetchRequest<NSNumber>(entityName: "Skill")
    let error = failure { _ = try space.context.fetch(request) }
    #expect(
      text(error) == """
        NSCocoaErrorDomain \(NSCoreDataError)
        NSLocalizedDescription: The results of the request are not of the type NSNumber.
        """)
    let unknown = failure { try space.context.execute(NSPersistentStoreRequest()) }
    #expect(
      text(unknown) == """
        NSCocoaErrorDomain \(NSCoreDataError)
        NSLocalizedDescription: The type of the request is not supported.
        """)
    let types: [NSPersistentStoreRequestType] = [
      request.requestType, NSPersistentStoreRequest().requestType,
      NSBatchDeleteRequest(objectIDs: []).requestType,
      NSBatchUpdateRequest(entityName: "Skill").requestType,
      NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil).requestType,
    ]
    #expect(types.map(\.rawValue) == [1, 1, 7, 6, 2])
  }
}
