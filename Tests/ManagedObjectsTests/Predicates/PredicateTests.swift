import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Predicates` {
  static let rows = PredicateRow.all

  @Test func `at least 250 rows have a source`() {
    let sources = Dictionary(grouping: Self.rows, by: \.source)
    #expect(Set(sources.keys) == Set(PredicateSource.allCases))
    let assumed = sources[.assumption]?.count ?? 0
    #expect(Self.rows.count - assumed >= 250, "\(Self.rows.count) rows, \(assumed) assumed")
    #expect(Set(Self.rows.map { "\($0.format) \($0.arguments)" }).count == Self.rows.count)
  }

  @Test(arguments: StoreKind.allCases)
  func `a predicate finds the same through a store and in memory`(_ kind: StoreKind) throws {
    let people = try People(kind)
    for row in Self.rows {
      let predicate = try NSPredicate(parsing: row.format, arguments: row.arguments)
      let inMemory = try people.matching(predicate)
      #expect(inMemory == row.expected, "\(row.testDescription) in memory")
      let found = try people.found(predicate)
      #expect(found == row.expected, "\(row.testDescription) through \(kind)")
    }
  }

  @Test(arguments: rows)
  func `the description of a predicate can be parsed again`(_ row: PredicateRow) throws {
    let predicate = try NSPredicate(parsing: row.format, arguments: row.arguments)
    let people = try People(.memory)
    let text = predicate.description
    // A value for which the format language has no literal cannot be printed and parsed again.
    guard !row.arguments.contains(where: { $0 is UUID || $0 is Data || $0 is URL || $0 is [UUID] })
    else { return }
    let again = try NSPredicate(parsing: text)
    #expect(try people.matching(again) == row.expected, "\(text)")
  }

  @Test func `objects and ids can be compared`() throws {
    for kind in StoreKind.allCases {
      let people = try People(kind)
      let context = people.space.newContext()
      let sales = try #require(try context.find("Department", "name == 'Sales'").first)
      let max = try #require(try context.find("Manager").first)
      let ann = try #require(try context.find("Employee", "name == 'Ann'").first)
      let rows: [(String, [Any], String)] = [
        ("department == %@", [sales], "ABZ"), ("department == %@", [sales.objectID], "ABZ"),
        ("department != %@", [sales], "CDEM"), ("boss == %@", [max], "AC"),
        ("SELF == %@", [ann], "A"), ("SELF IN %@", [[ann, max]], "AM"),
        ("department IN %@", [[sales]], "ABZ"), ("SELF == %@", [ann.objectID], "A"),
        ("objectID == %@", [ann.objectID], "A"), ("%@ IN department.employees", [ann], "ABZ"),
        ("department.employees CONTAINS %@", [ann], "ABZ"),
        ("ANY department.employees == %@", [ann], "ABZ"), ("NOT SELF == %@", [ann], "BCDEMZ"),
      ]
      for (format, arguments, expected) in rows {
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        #expect(try people.matching(predicate) == expected, "\(format) in memory")
        #expect(try people.found(predicate) == expected, "\(format) through \(kind)")
      }
    }
  }

  @Test(arguments: [
    ("name ==", 7), ("== 5", 0), ("name == 'Ann", 8), ("(age == 5", 9), ("age == 5)", 8),
    ("age 5", 4), ("age == %@", 7), ("age == %y", 7), ("name LIKE[x] 'a'", 10),
    ("age == 5 AND", 12), ("age BETWEEN {1}", 15), ("ANY skills", 10), ("age == &", 7),
    ("name MATCHES '('", 16), ("age IN {1, ", 11), ("SUBQUERY(skills, s, TRUEPREDICATE)", 17),
    ("nosuch:function:(age) == 1", 16), ("", 0), ("age", 3), ("age == $", 8), ("age == @", 8),
  ])
  func `a malformed format is refused with the position`(_ format: String, _ position: Int) throws {
    let error = #expect(throws: PredicateFormatError.self) { _ = try NSPredicate(parsing: format) }
    #expect(error?.position == position, "\(error?.description ?? "")")
  }

  @Test func `variables are replaced by values`() throws {
    let people = try People(.sqlite)
    let template = NSPredicate(format: "age > $LEAST AND name BEGINSWITH $START")
    let filled = template.withSubstitutionVariables(["LEAST": 20, "START": "A"])
    #expect(try people.found(filled) == "A")
    #expect(try people.matching(filled) == "A")
    let dictionary = ["age": 30, "name": "Abc"] as [String: Any]
    #expect(
      template.evaluate(with: dictionary, substitutionVariables: ["LEAST": 20, "START": "A"]))
  }

  @Test func `compounds and blocks can be combined`() throws {
    for kind in [StoreKind.memory, .sqlite] {
      let people = try People(kind)
      let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "age == 25"),
        NSPredicate { object, _ in (object as? NSManagedObject)?.text("name") == "Bob" },
      ])
      #expect(try people.found(both) == "B")
      let not = NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "age == 25"))
      #expect(try people.found(not) == "ACDEM")
    }
  }

  @Test func `deep nesting and long regular expressions end in time`() throws {
    let deep =
      String(repeating: "(", count: 5_000) + "1 == 1" + String(repeating: ")", count: 5_000)
    #expect(throws: PredicateFormatError.self) { _ = try NSPredicate(parsing: deep) }
    let slow = NSPredicate(format: "SELF MATCHES %@", "(a+)+b")
    #expect(!slow.evaluate(with: String(repeating: "a", count: 20_000)))
    let stars = NSPredicate(format: "SELF LIKE %@", String(repeating: "*a", count: 200) + "b")
    #expect(!stars.evaluate(with: String(repeating: "a", count: 20_000)))
  }
}
