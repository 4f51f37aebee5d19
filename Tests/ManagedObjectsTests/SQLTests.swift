import Foundation
import GhostlightSQLite
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

/// Tests the SQL that a store sends, because rows that SQL does not filter are filtered again in
/// memory, so that the results alone do not show a condition that is missing.
@Suite(.limitedConcurrency) struct `The SQL of a store` {
  private static let date = Date(timeIntervalSinceReferenceDate: 2.5)
  private static let skills = #""L_Employee_skills" AS t2 JOIN "E_Skill" AS t1 ON t1.pk = t2."#

  private static var conditions: [(String, [Any], String?)] {
    [
      ("age == 5", [], #"(t0."Person_age" = ?) 5"#),
      ("5 == age", [], #"(? IS t0."Person_age") 5"#),
      ("age != 5", [], #"(t0."Person_age" IS NOT ?) 5"#),
      ("age < 5", [], #"(t0."Person_age" < ?) 5"#), ("age <= 5", [], #"(t0."Person_age" <= ?) 5"#),
      ("age > 5", [], #"(t0."Person_age" > ?) 5"#), ("age >= 5", [], #"(t0."Person_age" >= ?) 5"#),
      ("age == 2.5", [], #"(t0."Person_age" = ?) 2.5"#), ("age == %@", [Double.nan], nil),
      ("age == salary", [], #"(t0."Person_age" IS t0."Employee_salary")"#),
      ("age != salary", [], #"(t0."Person_age" IS NOT t0."Employee_salary")"#),
      ("active == YES", [], #"(t0."Employee_active" = ?) 1"#),
      ("rate > 1", [], #"(t0."Employee_rate" > ?) 1"#), ("name == 5", [], nil),
      ("age == 'a'", [], nil), ("budget == 1", [], nil), ("extra == 1", [], nil),
      ("age + 1 == 5", [], nil), ("age == $x", [], nil), ("nosuch == 5", [], nil),
      ("born == %@", [date], #"(t0."Person_born" = ?) 2.5"#),
      ("born < %@", [date], #"(t0."Person_born" < ?) 2.5"#), ("born == 2", [], nil),
      ("photo == %@", [Data([1])], #"(t0."Employee_photo" = ?) x'01'"#),
      (
        "key == %@", [People.key],
        #"(t0."Employee_key" = ?) x'0102030405060708090a0b0c0d0e0f10'"#
      ),
      ("photo == %@", [People.key], nil),
      ("site == %@", [URL(string: "a:b") as Any], #"(t0."Employee_site" = ?) "a:b""#),
      // Texts.
      ("name == 'a'", [], #"(t0."Person_name" = ?) "a""#), ("name == %@", ["a\u{0}b"], nil),
      ("name ==[c] 'a'", [], nil), ("name ==[d] 'a'", [], nil),
      ("name ==[n] 'a'", [], #"(t0."Person_name" = ?) "a""#),
      (
        "name BEGINSWITH 'äb'", [],
        #"(t0."Person_name" >= ? AND substr(t0."Person_name", 1, 2) = ?) "äb" "äb""#
      ),
      ("name BEGINSWITH ''", [], #"(t0."Person_name" IS NOT NULL)"#),
      ("name BEGINSWITH %@", ["\u{0}"], nil), ("name BEGINSWITH department.name", [], nil),
      ("age BEGINSWITH 'a'", [], nil),
      ("name CONTAINS 'a'", [], #"(instr(t0."Person_name", ?) > 0) "a""#),
      ("age CONTAINS 5", [], nil), ("name ENDSWITH 'a'", [], nil), ("name LIKE 'a'", [], nil),
      ("name MATCHES 'a'", [], nil), ("name CONTAINS[c] 'a'", [], nil),
      // Lists.
      ("age IN {1, 2}", [], #"(t0."Person_age" IN (?, ?)) 1 2"#),
      ("age IN %@", [[3]], #"(t0."Person_age" IN (?)) 3"#),
      ("age IN {}", [], #"(t0."Person_age" IN ())"#),
      ("age IN {1, 'a'}", [], nil), ("age IN {1, age}", [], nil), ("age IN 'a'", [], nil),
      ("age IN %@", [Array(repeating: 1, count: 10_000)], nil),
      ("age BETWEEN {1, 2}", [], #"(t0."Person_age" BETWEEN ? AND ?) 1 2"#),
      ("age BETWEEN %@", [[1, 2]], #"(t0."Person_age" BETWEEN ? AND ?) 1 2"#),
      ("age BETWEEN %@", [[1, 2, 3]], nil), ("age BETWEEN {1, 'a'}", [], nil),
      // Missing values.
      ("age == nil", [], #"(t0."Person_age" IS NULL)"#),
      ("age != nil", [], #"(t0."Person_age" IS NOT NULL)"#), ("age < nil", [], "0"),
      ("age <= nil", [], "0"), ("age > nil", [], "0"), ("age >= nil", [], "0"),
      ("age IN %@", [NSNull()], nil), ("nil == age", [], nil), ("1 == nil", [], nil),
      ("budget == nil", [], #"(t0."Employee_budget" IS NULL)"#),
      ("extra != nil", [], #"(t0."Employee_extra" IS NOT NULL)"#),
      ("department == nil", [], #"(t0."Employee_department" IS NULL)"#),
      ("skills == nil", [], nil), ("SELF != nil", [], nil),
      // Compounds.
      ("TRUEPREDICATE", [], "1"), ("FALSEPREDICATE", [], "0"),
      (
        "age == 1 AND name == 'a'", [],
        #"((t0."Person_age" = ?) AND (t0."Person_name" = ?)) 1 "a""#
      ),
      (
        "age == 1 OR name == 'a'", [],
        #"((t0."Person_age" = ?) OR (t0."Person_name" = ?)) 1 "a""#
      ),
      ("NOT age == 1", [], #"(((t0."Person_age" = ?)) IS NOT TRUE) 1"#),
      ("age == 1 AND name LIKE 'a'", [], nil), ("age == 1 OR name LIKE 'a'", [], nil),
      ("NOT name LIKE 'a'", [], nil),
      // Relationships.
      (
        "department.name == 'a'", [],
        #"((SELECT t1."Department_name" FROM "E_Department" AS t1 "#
          + #"WHERE t1.pk = t0."Employee_department") = ?) "a""#
      ),
      (
        "boss.department.floor > 1", [],
        #"((SELECT (SELECT t2."Department_floor" FROM "E_Department" AS t2 "#
          + #"WHERE t2.pk = t1."Employee_department") FROM "E_Person" AS t1 "#
          + #"WHERE t1.pk = t0."Employee_boss") > ?) 1"#
      ),
      ("department.nosuch == 1", [], nil), ("name.length == 1", [], nil),
      (
        "skills.@count > 1", [],
        "((SELECT COUNT(*) FROM \(skills)target WHERE t2.source = t0.pk) > ?) 1"
      ),
      ("skills.@sum.age > 1", [], nil), ("skills.name == 'a'", [], nil),
      (
        "ANY skills.name == 'a'", [],
        "EXISTS (SELECT 1 FROM \(skills)target WHERE t2.source = t0.pk AND "
          + #"((t1."Skill_name" = ?))) "a""#
      ),
      (
        "ALL skills.name == 'a'", [],
        "NOT EXISTS (SELECT 1 FROM \(skills)target WHERE t2.source = t0.pk AND "
          + #"(((t1."Skill_name" = ?)) IS NOT TRUE)) "a""#
      ),
      (
        "ANY notes.text == 'a'", [],
        #"EXISTS (SELECT 1 FROM "L_Employee_notes" AS t2 JOIN "E_Note" AS t1 ON t1.pk = t2.target "#
          + #"WHERE t2.source = t0.pk AND ((t1."Note_text" = ?))) "a""#
      ),
      (
        "ANY department.employees.age > 1", [], nil
      ), ("ANY skills.name == name", [], nil), ("ANY skills.name LIKE 'a'", [], nil),
      ("ANY {1, 2} == age", [], nil), ("ANY name == 'a'", [], nil),
    ]
  }

  private static func render(
    _ node: PredicateNode, _ entity: String, _ space: Workspace
  ) throws -> String? {
    let store = try #require(space.store as? SQLiteStore)
    var compiler = SQLPredicate(store)
    let scope = SQLPredicate.Scope(
      alias: "t0", entity: try #require(space.model.entitiesByName[entity]))
    let sql = compiler.condition(node, scope)
    let arguments = compiler.arguments.map { "\($0?.databaseValue ?? .null)" }
    #expect(sql != nil || arguments.isEmpty)
    return sql.map { ([$0] + arguments).joined(separator: " ") }
  }

  @Test func `a condition that SQL can express is translated, and no other`() throws {
    let space = try Workspace(.sqlite)
    for (format, arguments, sql) in Self.conditions {
      let node = try NSPredicate(parsing: format, arguments: arguments).node
      #expect(try Self.render(node, "Employee", space) == sql, "\(format)")
    }
  }

  @Test func `a condition with objects compares their keys`() throws {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee")
    let skill = space.insert("Skill")
    let sales = space.insert("Department")
    let unsaved = NSPredicate(format: "department == %@", sales)
    #expect(try Self.render(unsaved.node, "Employee", space) == nil)
    try space.context.save()
    let pairs = "SELECT 1 FROM \(Self.skills)"
    let rows: [(String, String, NSManagedObject, String?)] = [
      ("Employee", "SELF == %@", ann, "(t0.pk = ?) 1"),
      ("Employee", "objectID != %@", ann, "(t0.pk IS NOT ?) 1"),
      ("Employee", "SELF IN {%@}", ann, "(t0.pk IN (?)) 1"), ("Employee", "SELF > %@", ann, nil),
      ("Employee", "SELF BETWEEN {%@, 1}", ann, nil),
      ("Employee", "department == %@", sales, #"(t0."Employee_department" = ?) 1"#),
      ("Employee", "department == %@", skill, nil), ("Employee", "department < %@", sales, nil),
      (
        "Employee", "%@ IN skills", skill,
        "EXISTS (\(pairs)target WHERE t2.source = t0.pk AND ((t1.pk = ?))) 1"
      ),
      (
        "Employee", "skills CONTAINS %@", skill,
        "EXISTS (\(pairs)target WHERE t2.source = t0.pk AND ((t1.pk = ?))) 1"
      ),
      (
        "Skill", "ANY holders == %@", ann,
        #"EXISTS (SELECT 1 FROM "L_Employee_skills" AS t2 JOIN "E_Person" AS t1 "#
          + "ON t1.pk = t2.source WHERE t2.target = t0.pk AND ((t1.pk = ?))) 1"
      ),
      (
        "Department", "ANY employees == %@", ann,
        #"EXISTS (SELECT 1 FROM "E_Person" AS t1 WHERE t1."Employee_department" = t0.pk "#
          + "AND ((t1.pk = ?))) 1"
      ),
      (
        "Department", "ANY employees.skills == %@", skill,
        #"EXISTS (SELECT 1 FROM "E_Person" AS t1 WHERE t1."Employee_department" = t0.pk AND "#
          + #"(EXISTS (SELECT 1 FROM "L_Employee_skills" AS t3 JOIN "E_Skill" AS t2 "#
          + "ON t2.pk = t3.target WHERE t3.source = t1.pk AND ((t2.pk = ?))))) 1"
      ),
    ]
    for (entity, format, object, sql) in rows {
      let node = try NSPredicate(parsing: format, arguments: [object]).node
      #expect(try Self.render(node, entity, space) == sql, "\(format)")
    }
    let other = try Workspace(.sqlite)
    let foreign = other.insert("Department")
    try other.context.save()
    let node = NSPredicate(format: "department == %@", foreign).node
    #expect(try Self.render(node, "Employee", space) == nil)
  }

  @Test func `a query has the conditions, the order and the bounds of its request`() throws {
    let space = try Workspace(.sqlite)
    let store = try #require(space.store as? SQLiteStore)
    func query(
      _ entity: String, _ format: String?, _ keys: [String]?, limit: Int = 0, offset: Int = 0,
      subentities: Bool = true
    ) throws -> String {
      let entity = try #require(space.model.entitiesByName[entity])
      let query = FetchQuery(
        entity: entity, includesSubentities: subentities,
        predicate: format.map { NSPredicate(format: $0) },
        order: keys?.map {
          SortKey(path: $0.trimmingCharacters(in: ["-"]), isAscending: !$0.hasPrefix("-"))
        }, descriptors: [], limit: limit, offset: offset, settings: FetchSettings())
      let table = try store.table(of: entity)
      let sql = try SQLQuery(query, table, query.entities.filter { !$0.isAbstract }, store)
      return "\(sql.sql(selecting: "x")) \(sql.isExact) \(sql.followsOrder)"
    }
    let all = #"SELECT x FROM "E_Person" AS t0"#
    let some = #"SELECT x FROM "E_Skill" AS t0"#
    #expect(try query("Person", nil, []) == "\(all) ORDER BY t0.pk ASC true true")
    #expect(
      try query("Employee", nil, [], subentities: false)
        == "\(all) WHERE t0.entity IN (0) ORDER BY t0.pk ASC true true")
    #expect(
      try query("Manager", "age > 1", [])
        == #"\#(all) WHERE t0.entity IN (1) AND (t0."Person_age" > ?) "#
        + "ORDER BY t0.pk ASC true true")
    #expect(
      try query("Skill", nil, ["name", "-objectID"]) == "\(some) ORDER BY t0.pk ASC false false")
    #expect(
      try query("Skill", nil, ["-name"])
        == #"\#(some) ORDER BY t0."Skill_name" DESC, t0.pk ASC true true"#)
    #expect(
      try query("Skill", "name == 'a' AND name LIKE 'a'", ["name"], limit: 2)
        == #"\#(some) WHERE (t0."Skill_name" = ?) ORDER BY t0."Skill_name" ASC, t0.pk ASC "#
        + "false true")
    #expect(try query("Skill", nil, nil, limit: 2) == "\(some) ORDER BY t0.pk ASC false false")
    for (limit, offset, bounds) in [
      (0, 0, ""), (2, 0, " LIMIT 2 OFFSET 0"), (0, 3, " LIMIT -1 OFFSET 3"),
      (2, 3, " LIMIT 2 OFFSET 3"), (-1, -1, ""), (1, -1, " LIMIT 1 OFFSET 0"),
    ] {
      #expect(
        try query("Skill", nil, [], limit: limit, offset: offset)
          == "\(some) ORDER BY t0.pk ASC\(bounds) true true")
    }
  }
}
