import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Dictionary results` {
  private static func column(
    _ name: String, _ function: FetchExpression.Function?, _ path: String
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression =
      function.map { FetchExpression(forFunction: $0, keyPath: path) }
      ?? FetchExpression(forKeyPath: path)
    return column
  }

  /// The properties, groups and other settings of a request for employees, and its results.
  struct Row: @unchecked Sendable {
    var properties: [Any]?
    var groups: [Any]?
    var having: String?
    var distinct = false
    var bounds = (limit: 0, offset: 0)
    var predicate = "name IN {'Ann', 'Bob', 'Cid'}"
    let results: [NSDictionary]
  }

  private static var sums: [NSExpressionDescription] {
    [
      column("n", .count, "name"), column("sum", .sum, "age"), column("avg", .average, "age"),
      column("min", .min, "age"), column("max", .max, "age"),
    ]
  }

  private static let rows: [Row] = [
    Row(properties: ["name"], results: [["name": "Ann"], ["name": "Bob"], ["name": "Cid"]]),
    Row(
      properties: ["name", "department.name"],
      results: [
        ["name": "Ann", "department.name": "Sales"], ["name": "Bob", "department.name": "Sales"],
        ["name": "Cid", "department.name": "Lab"],
      ]),
    Row(
      properties: [column("who", nil, "name"), "boss.name"],
      results: [
        ["who": "Ann", "boss.name": "Max"], ["who": "Bob"], ["who": "Cid", "boss.name": "Max"],
      ]),
    Row(
      properties: sums,
      results: [["n": 3, "sum": 96, "avg": 32.0, "min": 25, "max": 41]]),
    Row(
      properties: sums, predicate: "FALSEPREDICATE",
      results: [["n": 0, "sum": 0]]),
    Row(
      properties: ["department.name"] + sums, groups: ["department.name"],
      results: [
        ["department.name": "Sales", "n": 2, "sum": 55, "avg": 27.5, "min": 25, "max": 30],
        ["department.name": "Lab", "n": 1, "sum": 41, "avg": 41.0, "min": 41, "max": 41],
      ]),
    Row(
      properties: ["active"], groups: ["active"], results: [["active": true], ["active": false]]),
    Row(
      properties: ["active", column("n", .count, "name")], groups: ["active", "department.name"],
      results: [
        ["active": true, "n": 1], ["active": false, "n": 1], ["active": true, "n": 1],
      ]),
    Row(
      properties: ["active", column("n", .count, "name")], groups: ["active"],
      predicate: "FALSEPREDICATE", results: []),
    Row(
      properties: ["department.name", column("n", .count, "name")], groups: ["department.name"],
      having: "n > 1", results: [["department.name": "Sales", "n": 2]]),
    Row(properties: ["name"], having: "name > 'B'", results: [["name": "Bob"], ["name": "Cid"]]),
    Row(properties: ["active"], results: [["active": true], ["active": false], ["active": true]]),
    Row(properties: ["active"], distinct: true, results: [["active": true], ["active": false]]),
    Row(properties: ["name"], bounds: (2, 0), results: [["name": "Ann"], ["name": "Bob"]]),
    Row(properties: ["name"], bounds: (0, 2), results: [["name": "Cid"]]),
    Row(properties: ["name"], bounds: (1, 1), results: [["name": "Bob"]]),
    Row(properties: [column("n", .count, "name")], bounds: (2, 0), results: [["n": 3]]),
  ]

  private static func request(_ row: Row) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = row.properties
    request.propertiesToGroupBy = row.groups
    request.havingPredicate = row.having.map { NSPredicate(format: $0) }
    request.returnsDistinctResults = row.distinct
    request.fetchLimit = row.bounds.limit
    request.fetchOffset = row.bounds.offset
    request.predicate = NSPredicate(format: row.predicate)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  @Test(arguments: StoreKind.allCases)
  func `each setting decides alone`(_ kind: StoreKind) throws {
    let people = try People(kind)
    for row in Self.rows {
      let found = try people.space.newContext().fetch(Self.request(row))
      #expect(found == row.results, "\(row)")
    }
  }

  @Test func `descriptions of attributes are columns, and all attributes are the default`() throws {
    let people = try People(.sqlite)
    let context = people.space.newContext()
    let employee = people.space.model.entitiesByName["Employee"]
    let name = try #require(employee?.attributesByName["name"])
    let one = Row(properties: [name], groups: [name], predicate: "name == 'Ann'", results: [])
    #expect(try context.fetch(Self.request(one)) == [["name": "Ann"]])
    let all = Row(predicate: "name == 'Éva'", results: [])
    let found = try context.fetch(Self.request(all))
    #expect(
      found == [
        [
          "name": "Éva", "salary": 900.0, "active": false,
          "born": Date(timeIntervalSinceReferenceDate: 5000),
        ]
      ])
    for wrong in [5, NSExpressionDescription()] as [Any] {
      let error = failure {
        _ = try context.fetch(Self.request(Row(properties: [wrong], results: [])))
      }
      #expect(
        text(error) == """
          NSCocoaErrorDomain \(NSCoreDataError)
          NSLocalizedDescription: Invalid keypath or expression in propertiesToFetch
          """)
    }
    let column = NSExpressionDescription()
    column.resultType = .double
    #expect(column.expressionResultType == .doubleAttributeType)
    column.resultType = .init(rawValue: 77)
    #expect(column.resultType == .undefined)
    #expect(FetchExpression.evaluatedObject == FetchExpression(forKeyPath: "objectID"))
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `a batch request has its own entity, predicate and result`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    for (entity, name) in [("Employee", "Ann"), ("Manager", "Max"), ("Skill", "C")] {
      space.insert(entity, ["name": name])
    }
    try space.context.save()
    func names() throws -> [String?] {
      let context = space.newContext()
      return try context.find("Person").map { $0.text("name") }
        + context.find("Skill").map { $0.text("name") }
    }
    func update(_ change: (NSBatchUpdateRequest) -> Void) throws -> Any? {
      let request = NSBatchUpdateRequest(entityName: "Employee")
      #expect(request.includesSubentities && request.resultType == .statusOnlyResultType)
      change(request)
      let result = try space.context.execute(request) as? NSBatchUpdateResult
      #expect(result?.resultType == request.resultType)
      return result?.result
    }
    #expect(try update { _ in } as? Bool == true)
    #expect(try update { $0.propertiesToUpdate = ["name": "x"] } as? Bool == true)
    #expect(try names() == ["x", "x", "C"])
    let one = try update {
      $0.includesSubentities = false
      $0.propertiesToUpdate = ["name": "y"]
      $0.resultType = .updatedObjectsCountResultType
    }
    #expect(one as? Int == 1)
    #expect(try names() == ["x", "y", "C"])
    let ids = try update {
      $0.predicate = NSPredicate(format: "name == 'x'")
      $0.propertiesToUpdate = ["name": NSNull()]
      $0.resultType = .updatedObjectIDsResultType
    }
    #expect((ids as? [NSManagedObjectID])?.map { $0.entity.name } == ["Manager"])
    #expect(try names() == [nil, "y", "C"])
    for properties in [["nosuch": 1], ["age": "a"], ["department": 1]] as [[String: Any]] {
      let error = failure { _ = try update { $0.propertiesToUpdate = properties } }
      #expect(
        text(error) == """
          NSCocoaErrorDomain \(NSCoreDataError)
          NSLocalizedDescription: Invalid value or property '\(properties.keys.first ?? "")' in \
          propertiesToUpdate
          """)
    }
    let skill = try #require(space.model.entitiesByName["Skill"])
    let described = NSBatchUpdateRequest(entity: skill)
    described.propertiesToUpdate = [try #require(skill.propertiesByName["name"]): "D"]
    _ = try space.context.execute(described)
    #expect(described.entity === skill && described.entityName == "Skill")
    #expect(try names() == [nil, "y", "D"])

    func delete(_ request: NSBatchDeleteRequest) throws -> Any? {
      let result = try space.context.execute(request) as? NSBatchDeleteResult
      #expect(result?.resultType == request.resultType)
      return result?.result
    }
    let people = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    people.fetchLimit = 1
    people.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    let first = NSBatchDeleteRequest(fetchRequest: people)
    #expect(first.fetchRequest.fetchLimit == 1 && first.resultType == .resultTypeStatusOnly)
    #expect(try delete(first) as? Bool == true)
    #expect(try names() == [nil, "D"])
    let listed = NSBatchDeleteRequest(
      objectIDs: try space.newContext().find("Skill").map(\.objectID))
    listed.resultType = .resultTypeCount
    #expect(try delete(listed) as? Int == 1)
    #expect(try names() == [nil])
    let none = NSBatchDeleteRequest(objectIDs: [])
    none.resultType = .resultTypeObjectIDs
    #expect(try delete(none) as? [NSManagedObjectID] == [])
  }
}
