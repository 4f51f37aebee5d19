import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// One test case: a fetch request, and the HTTP request that it must send.
struct PredicateRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let request: String
  let change: @MainActor @Sendable (StoreApp, NSFetchRequest<NSManagedObject>) throws -> Void

  init(_ format: String, _ query: String) { self.init(format, [], query) }

  init(_ format: String, _ arguments: [any Sendable], _ query: String) {
    testDescription = format
    request = "GET /todo?" + query
    change = { _, request in
      request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
    }
  }

  init(
    named name: String, _ request: String,
    change:
      @escaping @MainActor @Sendable (StoreApp, NSFetchRequest<NSManagedObject>) throws ->
      Void
  ) {
    testDescription = name
    self.request = request
    self.change = change
  }

  private static let date = Date(timeIntervalSince1970: 1_371_040_000.5)
  private static let wharf = SMGeoPoint(latitude: 37.810317, longitude: -122.418167)

  static let conditions = [
    PredicateRow("title == 'x'", "title=x"), PredicateRow("title = %@", ["x y"], "title=x y"),
    PredicateRow("title == nil", "title[null]=true"),
    PredicateRow("title == ''", "title[empty]=true"),
    PredicateRow("title != 'x'", "title[ne]=x"),
    PredicateRow("title != nil", "title[null]=false"),
    PredicateRow("title != ''", "title[empty]=false"), PredicateRow("done == YES", "done=true"),
    PredicateRow("done != 0", "done[ne]=false"),
    PredicateRow("yearBorn < 1980", "year_born[lt]=1980"),
    PredicateRow("yearBorn <= 1980", "year_born[lte]=1980"),
    PredicateRow("yearBorn > 1980", "year_born[gt]=1980"),
    PredicateRow("yearBorn >= 1980", "year_born[gte]=1980"),
    PredicateRow("due > %@", [date], "due[gt]=1371040000500"),
    PredicateRow("yearBorn BETWEEN {1970, 1980}", "year_born[gte]=1970&year_born[lte]=1980"),
    PredicateRow("title IN {'a', 'b'}", "title[in]=a,b"),
    PredicateRow("title IN %@", [["a", "b"]], "title[in]=a,b"),
    PredicateRow("NOT (title IN {'a', 'b'})", "title[nin]=a,b"),
    PredicateRow("title == 'a' AND yearBorn > 3", "title=a&year_born[gt]=3"),
    PredicateRow(
      "done == YES OR title == 'a' OR yearBorn > 3",
      "[or1].done=true&[or1].title=a&[or1].year_born[gt]=3"),
    PredicateRow("title == 'a' OR yearBorn > 3", "[or1].title=a&[or1].year_born[gt]=3"),
    PredicateRow(
      "done == YES AND (title == 'a' OR (title == 'b' AND yearBorn > 3))",
      "done=true&[or1].title=a&[or1].[and1].title=b&[or1].[and1].year_born[gt]=3"),
    PredicateRow("owner == %@", ["bob"], "owner=bob"),
    PredicateRow("sm_owner == 'user/bob'", "sm_owner=user/bob"),
    PredicateRow(named: "a related object", "GET /todo?best=x") { app, request in
      let tag = app.insert("Tag", ["tag_id": "x"])
      request.predicate = NSPredicate(format: "best == %@", tag)
    },
    PredicateRow(named: "the id of a related object", "GET /todo?best=x") { app, request in
      let tag = app.insert("Tag", ["tag_id": "x"])
      try app.context.obtainPermanentIDs(for: [tag])
      request.predicate = NSPredicate(format: "best == %@", tag.objectID)
    },
    PredicateRow(named: "within miles", "GET /todo?location[within]=37.810317,-122.418167,0.000885")
    { _, request in
      request.predicate = SMPredicate.predicateWhere(
        "location", isWithin: 3.5, milesOf: wharf)
    },
    PredicateRow(
      named: "within kilometres, and more",
      "GET /todo?location[within]=37.810317,-122.418167,0.157048&done=true"
    ) { _, request in
      request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
        SMPredicate(where: "location", isWithin: 1000, kilometersOf: wharf),
        NSPredicate(format: "done == YES"),
      ])
    },
    PredicateRow(
      named: "in a box", "GET /todo?location[within]=1.000000,2.000000,3.000000,4.000000"
    ) { _, request in
      request.predicate = SMPredicate(
        where: "location",
        isWithinBoundsWithSWCorner: CLLocationCoordinate2D(latitude: 1, longitude: 2),
        andNECorner: CLLocationCoordinate2D(latitude: 3, longitude: 4))
    },
    PredicateRow(named: "near", "GET /todo?location[near]=37.810317,-122.418167") { _, request in
      request.predicate = SMPredicate.predicateWhere("location", nearGeoPoint: wharf)
    },
  ]

  static let pages = [
    PredicateRow(named: "an order", "GET /todo [order year_born:desc,title:asc]") { _, request in
      request.sortDescriptors = [
        NSSortDescriptor(key: "yearBorn", ascending: false),
        NSSortDescriptor(key: "title", ascending: true),
      ]
    },
    PredicateRow(named: "an offset", "GET /todo [range objects=2-]") { _, request in
      request.fetchOffset = 2
    },
    PredicateRow(named: "the smallest offset", "GET /todo [range objects=1-]") {
      $1.fetchOffset = 1
    },
    PredicateRow(named: "no offset, and no limit", "GET /todo") { _, request in
      (request.fetchOffset, request.fetchLimit) = (0, 0)
    },
    PredicateRow(named: "a limit", "GET /todo [range objects=0-2]") { _, request in
      request.fetchLimit = 3
    },
    PredicateRow(named: "the smallest limit", "GET /todo [range objects=0-0]") {
      $1.fetchLimit = 1
    },
    PredicateRow(named: "the smallest offset and limit", "GET /todo [range objects=1-1]") {
      ($1.fetchOffset, $1.fetchLimit) = (1, 1)
    },
    PredicateRow(named: "both", "GET /todo [range objects=2-4]") { _, request in
      request.fetchOffset = 2
      request.fetchLimit = 3
    },
    PredicateRow(named: "an offset, and all there is", "GET /todo [range objects=2-]") {
      $1.fetchOffset = 2
      $1.fetchLimit = .max
    },
    PredicateRow(named: "a limit below all numbers", "GET /todo [range objects=2-]") {
      $1.fetchOffset = 2
      $1.fetchLimit = .min
    },
  ]

  static let todo = Given.schema(
    "todo",
    [
      "title": "string", "done": "boolean", "year_born": "integer", "due": "integer",
      "location": "geopoint", "best": "relationship[tag]", "owner": "string",
    ])
}

/// One test case: a fetch request that StackMob does not support, and the expected reason.
struct RefusalRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let reason: String
  let change: @Sendable (NSFetchRequest<NSManagedObject>) -> Void

  init(_ format: String, _ reason: String = "Predicate type not supported.") {
    testDescription = format
    self.reason = reason
    change = { $0.predicate = NSPredicate(format: format, argumentArray: []) }
  }

  init(
    named name: String, _ reason: String,
    change: @escaping @Sendable (NSFetchRequest<NSManagedObject>) -> Void
  ) {
    testDescription = name
    self.reason = reason
    self.change = change
  }

  static let all = [
    RefusalRow("title MATCHES 'x.*'"), RefusalRow("title LIKE 'x*'"),
    RefusalRow("title BEGINSWITH 'x'"), RefusalRow("title ENDSWITH 'x'"),
    RefusalRow("title CONTAINS 'x'"), RefusalRow("title ==[c] 'x'"),
    RefusalRow("NOT (title == 'x')"), RefusalRow("NOT (title IN {'a'} AND done == YES)"),
    RefusalRow("best.name == 'x'"), RefusalRow("ANY tags == 'x'"),
    RefusalRow("(title == 'a' OR done == YES) AND (title == 'b' OR done == NO)"),
    RefusalRow("'x' == title", "LHS must be usable as a remote keypath"),
    RefusalRow("title == best", "RHS must be a constant-valued expression"),
    RefusalRow("title IN 'x'", "RHS must be an NSArray"),
    RefusalRow("yearBorn BETWEEN 3", "RHS must be an NSArray"),
    RefusalRow(named: "a batch size", "NSFetchRequest fetchBatchSize not supported") {
      $0.fetchBatchSize = 20
    },
    RefusalRow(named: "code", "Predicate type not supported.") {
      $0.predicate = NSPredicate { _, _ in true }
    },
    RefusalRow(named: "a place or else", "Predicate type not supported.") {
      $0.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
        SMPredicate(where: "location", nearGeoPoint: SMGeoPoint(latitude: 1, longitude: 2)),
        NSPredicate(format: "done == YES"),
      ])
    },
  ]
}

@MainActor @Suite struct `Requests of a fetch` {
  @Test(arguments: PredicateRow.conditions + PredicateRow.pages)
  func `a predicate, an order and a page become fields of a request`(_ row: PredicateRow) throws {
    let app = try StoreApp([.schema("tag"), PredicateRow.todo])
    _ = try app.fetch("Todo") { try? row.change(app, $0) }
    #expect(app.whole() == [row.request])
  }

  @Test(arguments: RefusalRow.all)
  func `no request is sent for an unsupported predicate`(_ row: RefusalRow) throws {
    let app = try StoreApp([PredicateRow.todo])
    let error = #expect(throws: NSError.self) { try app.fetch("Todo", row.change) }
    #expect(error?.domain == "SMError")
    #expect(error?.code == -100)
    #expect(error?.localizedDescription == row.reason)
    #expect(app.lines == [])
  }

  @Test func `no request is sent for a property that is not in the entity`() throws {
    let app = try StoreApp()
    #expect(
      throws: SMException(
        name: SMExceptionIncompatibleObject, reason: "The entity Todo has no property yearDied.")
    ) { try app.fetch("Todo") { $0.predicate = NSPredicate(format: "yearDied == 3") } }
    #expect(app.lines == [])
  }

  @Test(arguments: [(0, 0, 5), (2, 0, 3), (0, 3, 3), (3, 3, 2), (9, 3, 0), (2, .max, 3)])
  func `a fetch returns the page and its size`(_ offset: Int, _ limit: Int, _ count: Int) throws {
    let app = try StoreApp(
      (1...5).map { .object("tag", ["tag_id": .string("t\($0)")]) })
    let names = try app.fetch("Tag") {
      $0.fetchOffset = offset
      $0.fetchLimit = limit
    }.compactMap { $0.smObjectId() }
    #expect(names == Array((1...5).map { "t\($0)" }.dropFirst(offset).prefix(count)))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.fetchOffset = offset
    request.fetchLimit = limit
    #expect(try app.context.countAndWait(for: request) == UInt(count))
    #expect(app.whole().last == "GET /tag [range objects=0-0]")
  }
}
