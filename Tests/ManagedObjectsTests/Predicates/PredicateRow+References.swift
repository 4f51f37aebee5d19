import Foundation

/// Rows from class references and other guides, and rows whose results Apple does not document.
extension PredicateRow {
  static let functions = from(
    .functions,
    [
      .init("uppercase(name) == 'ANN'", "A"), .init("lowercase(name) == 'bob'", "B"),
      .init("uppercase('ann') == 'ANN' AND age == 30", "A"), .init("count(skills) == 2", "AZ"),
      .init("max(department.employees.age) == 50", "CEM"),
      .init("min(department.employees.age) == 25", "ABZ"),
      .init("sum(department.employees.age) == 80", "ABZ"), .init("add:to:(age, 5) == 30", "BZ"),
      .init("from:subtract:(age, 5) == 20", "BZ"), .init("multiply:by:(age, 2) == 60", "A"),
      .init("divide:by:(age, 2) == 25", "M"), .init("modulus:by:(age, 2) == 0", "AM"),
      .init("raise:toPower:(age, 2) == 900", "A"), .init("abs(0 - age) == 30", "A"),
      .init("sqrt(625) == age", "BZ"), .init("floor(salary) == 1000", "AZ"),
      .init("ceiling(salary) == 1001", "AZ"), .init("trunc(salary) == 1000", "AZ"),
      .init("ln(1) == 0 AND age == 50", "M"), .init("exp(0) == 1 AND age == 50", "M"),
      .init("log(100) == 2 AND age == 50", "M"), .init("average({20, 30, 40}) == age", "A"),
      .init("max({20, 30}) == age", "A"), .init("min({30, 50}) == age", "A"),
      .init("sum({10, 15}) == age", "BZ"), .init("median({20, 30, 90}) == age", "A"),
      .init("count({1, 2}) == 2 AND age == 30", "A"), .init("born > now()", ""),
      .init("born < now()", "ABDEMZ"),
    ])

  static let subqueries = from(
    .subqueries,
    [
      .init("SUBQUERY(skills, $s, $s.name == 'Swift').@count > 0", "ADZ"),
      .init("SUBQUERY(skills, $s, $s.name == 'Swift' OR $s.name == 'C').@count == 2", "A"),
      .init(
        "SUBQUERY(skills, $s, $s.name BEGINSWITH 'S' AND $s.holders.@count > 2).@count == 1", "ADZ"),
      .init("SUBQUERY(department.employees, $e, $e.salary > 1999).@count == 1", "ABCEMZ"),
      .init("SUBQUERY(department.employees, $e, $e.age == 25).@count == 2", "ABZ"),
      .init("SUBQUERY(notes, $n, $n.text CONTAINS 'a').@count == 2", "A"),
    ])

  static let operators = from(
    .operators,
    [
      .init("name IN 'AnnBob'", "AB"), .init("'n' IN name", "A"), .init("'ö' IN name", "D"),
      .init("{25, 41} CONTAINS age", "BCDZ"), .init("skills.name CONTAINS 'Java'", "EZ"),
    ])

  static let options = from(
    .options,
    [
      .init("name ==[c] 'ANN'", "A"), .init("name ==[cd] 'eva'", "E"),
      .init("name =[cd] 'DORTE'", "D"), .init("name !=[c] 'ANN'", "BCDEMZ"),
      .init("name ==[d] 'Eva'", "E"), .init("name ==[n] 'Ann'", "A"),
    ])

  static let collectionOperators = from(
    .collectionOperators,
    [
      .init("skills.@count == 0", "CM"), .init("skills.@count > 1", "AZ"),
      .init("skills.@count == 2", "AZ"), .init("notes.@count == 2", "A"),
      .init("notes.@count >= 1", "AD"), .init("NOT skills.@count == 0", "ABDEZ"),
      .init("department.employees.@count == 3", "ABCEMZ"),
      .init("department.employees.@max.age == 50", "CEM"),
      .init("department.employees.@min.salary < 950", "CEM"),
      .init("department.employees.@avg.age > 40", "CEM"),
      .init("department.employees.@sum.age == 80", "ABZ"),
      .init("skills.@distinctUnionOfObjects.name CONTAINS 'C'", "AB"),
    ])

  static let textLengths = from(
    .textLengths,
    [
      .init("name.length == 3", "ABCEMZ"), .init("name.length > 3", "D"),
    ])

  static let regularExpressions = from(
    .regularExpressions,
    [
      .init("name MATCHES '[A-C].*'", "ABC"), .init("name MATCHES '.*[aeiou].*'", "BCDEMZ"),
      .init("name MATCHES 'Ann|Bob'", "AB"), .init("name MATCHES '...'", "ABCEMZ"),
      .init("NOT name MATCHES '.{3}'", "D"), .init("name MATCHES '(?i)max'", "M"),
      .init("name MATCHES '^Ann$'", "A"),
    ])

  /// Rows whose results Apple does not document; memory and all stores return the same results.
  static let assumptions = from(
    .assumption,
    [
      // A missing value differs from every value.
      .init("age != 41", "ABEMZ"), .init("age <> 41", "ABEMZ"), .init("age != salary", "ABCDEMZ"),
      .init("age != 'x'", "ABCDEMZ"), .init("department.name != 'Sales'", "CDEM"),
      .init("born != %@", [Date(timeIntervalSinceReferenceDate: 4000)], "ABCEMZ"),
      .init("key != %@", [People.key], "BCDEMZ"),
      // Values of different types are not equal and have no order.
      .init("name == 5", ""), .init("name != 5", "ABCDEMZ"), .init("age == 'x'", ""),
      // True is equal to the number 1, and is also a predicate.
      .init("active == 1", "ACDMZ"), .init("active == 0", "BE"), .init("YES", "ABCDEMZ"),
      .init("NO", ""),
      // NOT binds closer than AND, AND closer than OR.
      .init("age == 25 OR age == 41 AND active == YES", "BCDZ"),
      .init("NOT age == 25 AND active == NO", "E"),
      // Strings are ordered by their bytes, except in comparisons that ignore case.
      .init("name >= 'Max'", "EMZ"), .init("name > 'a'", "EZ"), .init("name <[c] 'b'", "A"),
      // The empty string is a prefix, a suffix and a part of every string.
      .init("name BEGINSWITH ''", "ABCDEMZ"), .init("name ENDSWITH ''", "ABCDEMZ"),
      .init("name CONTAINS ''", "ABCDEMZ"),
      // A backslash escapes a wildcard or a quotation mark.
      .init("name LIKE 'A\\\\*'", ""), .init("name == 'it\\'s'", ""),
      // In regular expressions, `\w` matches ASCII letters only.
      .init("name MATCHES '\\\\w{3}'", "ABCMZ"),
      // IN can have options, and can follow NOT.
      .init("name IN[c] 'annbob'", "AB"), .init("name IN[c] {'ann', 'BOB'}", "AB"),
      .init("name NOT IN {'Ann'}", "BCDEMZ"),
      // A quotient of integers keeps its fraction.
      .init("age / 2 == 12.5", "BZ"),
      // Expressions that the guide mentions without explaining their syntax.
      .init("length(name) == 5", "D"), .init("TERNARY(active == YES, age, 0) == 25", "Z"),
      .init("FUNCTION(age, 'add:to:', 1) == 31", "A"), .init("CAST(1000, 'NSDate') == born", "A"),
      .init("CAST(born, 'NSNumber') == 2000", "B"), .init("CAST('25', 'NSNumber') == age", "BZ"),
      .init("born < CAST(2500, 'NSDate')", "AB"),
      .init("%K.name == 'Sales'", ["department"], "ABZ"),
      .init("({1, 2} UNION {25}) CONTAINS age", "BZ"),
      .init("({1, 25} INTERSECT {25}) CONTAINS age", "BZ"),
      .init("({1, 25} MINUS {25}) CONTAINS age", ""),
    ])
}
