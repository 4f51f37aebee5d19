import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import Testing

/// A format with its arguments, the initials of the people who match, and the source of that
/// result.
struct PredicateRow: @unchecked Sendable, CustomTestStringConvertible {
  let format: String
  let arguments: [Any]
  let expected: String
  private(set) var source = PredicateSource.assumption

  init(_ format: String, _ arguments: [Any] = [], _ expected: String) {
    self.format = format
    self.arguments = arguments
    self.expected = expected
  }

  init(_ format: String, _ expected: String) { self.init(format, [], expected) }

  /// Returns the rows with the given source.
  static func from(_ source: PredicateSource, _ rows: [PredicateRow]) -> [PredicateRow] {
    rows.map { row in
      var row = row
      row.source = source
      return row
    }
  }

  static let all = [
    parserBasics, basicComparisons, booleanPredicates, compounds, strings, aggregates, identifiers,
    literals, objects, quoting, booleans, dynamicNames, keyPaths, missingValues, arithmetic,
    functions, subqueries, operators, options, collectionOperators, textLengths,
    regularExpressions, assumptions,
  ].flatMap { $0 }

  var testDescription: String { "\(format) → \(expected) (\(source.rawValue))" }
}

/// A store with seven people, whose properties cover all predicates of the tests.
///
/// | | age | salary | active | born | department | skills | boss | notes |
/// |---|---|---|---|---|---|---|---|---|
/// | Ann | 30 | 1000.5 | yes | 1000 | Sales, 1 | C, Swift | Max | alpha, beta |
/// | Bob | 25 | 2000 | no | 2000 | Sales | C | | |
/// | Cid | 41 | 1500 | yes | | Lab, 2 | | Max | |
/// | Dörte | 41 | | yes | 4000 | | Swift | | gamma |
/// | Éva | | 900 | no | 5000 | Lab | Java | | |
/// | Max, CTO | 50 | 5000 | yes | 6000 | Lab | | | |
/// | zoe | 25 | 1000.5 | yes | 7000 | Sales | Swift, Java | | |
struct People {
  let space: Workspace

  static let key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  init(_ kind: StoreKind) throws {
    space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales", "floor": 1])
    let lab = space.insert("Department", ["name": "Lab", "floor": 2])
    let c = space.insert("Skill", ["name": "C"])
    let swift = space.insert("Skill", ["name": "Swift"])
    let java = space.insert("Skill", ["name": "Java"])
    func person(_ name: String, _ values: [String: Any], _ entity: String = "Employee")
      -> NSManagedObject
    {
      let object = space.insert(entity, values)
      object.setValue(name, forKey: "name")
      if let born = values["born"] as? Date { object.setValue(born, forKey: "born") }
      return object
    }
    func born(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    let max = person(
      "Max",
      [
        "age": 50, "salary": 5000, "born": born(6000), "department": lab, "title": "CTO",
        "budget": Decimal(10.5),
      ], "Manager")
    let ann = person(
      "Ann",
      [
        "age": 30, "salary": 1000.5, "born": born(1000), "department": sales, "boss": max,
        "key": Self.key, "skills": Set([c, swift]), "budget": Decimal(2),
        "photo": Data([1, 2]), "site": URL(string: "https://a.test/x") as Any,
      ])
    _ = person(
      "Bob",
      [
        "age": 25, "salary": 2000, "active": false, "born": born(2000), "department": sales,
        "skills": Set([c]),
      ])
    _ = person("Cid", ["age": 41, "salary": 1500, "department": lab, "boss": max])
    let doerte = person("Dörte", ["age": 41, "born": born(4000), "skills": Set([swift])])
    _ = person(
      "Éva",
      [
        "salary": 900, "active": false, "born": born(5000), "department": lab,
        "skills": Set([java]),
      ])
    _ = person(
      "zoe",
      [
        "age": 25, "salary": 1000.5, "born": born(7000), "department": sales,
        "skills": Set([swift, java]),
      ])
    for (text, author) in [("alpha", ann), ("beta", ann), ("gamma", doerte)] {
      space.insert("Note", ["text": text, "author": author])
    }
    try space.context.save()
  }

  /// Returns the initials of the people that a fetch with the predicate finds in the store.
  func found(_ predicate: NSPredicate) throws -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = predicate
    return Self.initials(try space.newContext().fetch(request))
  }

  /// Returns the initials of the people for whom the predicate is true in memory.
  func matching(_ predicate: NSPredicate) throws -> String {
    let all = try space.newContext().fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    return Self.initials(all.filter { predicate.evaluate(with: $0) })
  }

  private static func initials(_ objects: [NSManagedObject]) -> String {
    objects.compactMap { $0.text("name")?.folding(options: .diacriticInsensitive, locale: nil) }
      .map { $0.prefix(1).uppercased() }.sorted().joined()
  }
}
