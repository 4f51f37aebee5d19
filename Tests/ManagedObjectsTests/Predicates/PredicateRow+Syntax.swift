import Foundation

/// Rows from "Predicate Format String Syntax", by section.
extension PredicateRow {
  static let parserBasics = from(
    .parserBasics,
    [
      .init("((age == 25))", "BZ"), .init("(((age)) == ((25)))", "BZ"),
      .init("name BEGINSWITH %@ AND age > %d", ["A", 20], "A"),
      .init("name LIKE %@", ["?o?"], "BZ"), .init("age == %d", [25], "BZ"),
      .init("age == %i", [25], "BZ"), .init("age == %ld", [25], "BZ"),
      .init("age == %lu", [25], "BZ"), .init("age == %lld", [Int64(25)], "BZ"),
      .init("age == %u", [25], "BZ"), .init("salary == %f", [1000.5], "AZ"),
      .init("salary > %lf", [1500.0], "BM"), .init("age == %x", [25], "BZ"),
      .init("name == %@ OR name == %@", ["Ann", "Bob"], "AB"),
    ])

  static let basicComparisons = from(
    .basicComparisons,
    [
      .init("age == 41", "CD"), .init("age = 41", "CD"), .init("41 == age", "CD"),
      .init("age < 30", "BZ"), .init("age <= 30", "ABZ"), .init("age =< 30", "ABZ"),
      .init("age > 41", "M"), .init("age >= 41", "CDM"), .init("age => 41", "CDM"),
      .init("30 > age", "BZ"), .init("age BETWEEN {25, 30}", "ABZ"),
      .init("age between { 31 , 41 }", "CD"), .init("salary BETWEEN {1000.5, 1500}", "ACZ"),
      .init("age BETWEEN {50, 25}", ""), .init("NOT age BETWEEN {25, 30}", "CDEM"),
      .init("salary == 1000.5", "AZ"), .init("salary > 1000", "ABCMZ"), .init("salary < 1000", "E"),
      .init("salary >= 2000", "BM"), .init("salary == 2000", "B"), .init("salary > -1", "ABCEMZ"),
      .init("age == salary", ""), .init("salary > age", "ABCMZ"), .init("age == 25.0", "BZ"),
      .init("age < 25.5", "BZ"), .init("age == 25.5", ""), .init("name != 'Ann'", "BCDEMZ"),
      .init("name < 'C'", "AB"), .init("name <= 'Cid'", "ABC"),
      .init("name BETWEEN {'B', 'D'}", "BC"), .init("budget == 2", "A"), .init("budget > 5", "M"),
      .init("budget == 10.5", "M"), .init("budget < 2.5", "A"),
    ])

  static let booleanPredicates = from(
    .booleanPredicates,
    [
      .init("TRUEPREDICATE", "ABCDEMZ"), .init("FALSEPREDICATE", ""),
      .init("truepredicate AND age == 25", "BZ"), .init("NOT TRUEPREDICATE", ""),
    ])

  static let compounds = from(
    .compounds,
    [
      .init("NOT (age < 30)", "ACDEM"), .init("NOT (age >= 30)", "BEZ"),
      .init("! age == 41", "ABEMZ"), .init("NOT NOT age == 41", "CD"),
      .init("!(age == 25)", "ACDEM"), .init("age == 25 AND active == YES", "Z"),
      .init("age == 25 && active == YES", "Z"), .init("age == 25 OR age == 30", "ABZ"),
      .init("age == 25 || age == 30", "ABZ"), .init("age == 41 AND salary == nil", "D"),
      .init("age == 41 OR salary == nil", "CD"),
      .init("(age == 25 OR age == 41) AND active == YES", "CDZ"),
      .init("NOT (age == 25 OR age == 41)", "AEM"),
      .init("NOT (age == 25 AND active == NO)", "ACDEMZ"),
      .init("age == 25 AND (salary > 1500 OR active == YES) AND name != 'x'", "BZ"),
    ])

  static let strings = from(
    .strings,
    [
      .init("name == 'ann'", ""), .init("name BEGINSWITH 'A'", "A"),
      .init("name beginswith 'B'", "B"), .init("name BEGINSWITH 'a'", ""),
      .init("name BEGINSWITH[c] 'a'", "A"), .init("name BEGINSWITH[cd] 'e'", "E"),
      .init("name BEGINSWITH[d] 'E'", "E"), .init("name BEGINSWITH[c] 'Z'", "Z"),
      .init("name BEGINSWITH 'Dö'", "D"), .init("name BEGINSWITH[d] 'Do'", "D"),
      .init("NOT name BEGINSWITH 'A'", "BCDEMZ"), .init("boss.title BEGINSWITH 'C'", "AC"),
      .init("name ENDSWITH 'b'", "B"), .init("name ENDSWITH 'n'", "A"),
      .init("name ENDSWITH 'e'", "DZ"), .init("name ENDSWITH[c] 'E'", "DZ"),
      .init("name ENDSWITH 'xx'", ""), .init("NOT name ENDSWITH 'e'", "ABCEM"),
      .init("name CONTAINS 'o'", "BZ"), .init("name CONTAINS 'nn'", "A"),
      .init("name CONTAINS[c] 'A'", "AEM"), .init("name CONTAINS[d] 'o'", "BDZ"),
      .init("name CONTAINS[cd] 'O'", "BDZ"), .init("name CONTAINS 'ö'", "D"),
      .init("name CONTAINS 'Ann Bob'", ""), .init("name LIKE 'A*'", "A"),
      .init("name LIKE '*o*'", "BZ"), .init("name LIKE 'B?b'", "B"),
      .init("name LIKE '???'", "ABCEMZ"), .init("name LIKE '?????'", "D"),
      .init("name LIKE '*'", "ABCDEMZ"), .init("name LIKE 'ann'", ""),
      .init("name LIKE[c] 'ann'", "A"), .init("name LIKE[c] 'A*'", "A"),
      .init("name LIKE[cd] '*O*'", "BDZ"), .init("name LIKE 'A'", ""),
      .init("name LIKE '*a*x'", "M"), .init("NOT name LIKE '*a*'", "ABCDZ"),
      .init("name MATCHES 'A.*'", "A"), .init("name MATCHES 'A'", ""),
      .init("name MATCHES[c] 'ANN'", "A"),
    ])

  static let aggregates = from(
    .aggregates,
    [
      .init("name IN {'Ann', 'Bob'}", "AB"), .init("name IN {}", ""),
      .init("name IN %@", [["Ann", "zoe"]], "AZ"), .init("NOT name IN {'Ann', 'Bob'}", "CDEMZ"),
      .init("NOT (name IN %@)", [["Ann", "zoe"]], "BCDEM"), .init("age IN {25, 30}", "ABZ"),
      .init("age IN %@", [[25, 41]], "BCDZ"), .init("age IN {}", ""),
      .init("age IN %@", [Set([30])], "A"), .init("ANY skills.name == 'Swift'", "ADZ"),
      .init("SOME skills.name == 'Swift'", "ADZ"), .init("any skills.name == 'C'", "AB"),
      .init("ALL skills.name == 'Swift'", "CDM"), .init("NONE skills.name == 'Swift'", "BCEM"),
      .init("NOT ANY skills.name == 'Swift'", "BCEM"),
      .init("ANY skills.name IN {'C', 'Java'}", "ABEZ"),
      .init("ANY skills.name BEGINSWITH 'J'", "EZ"), .init("ANY skills.name LIKE '*a*'", "EZ"),
      .init("ANY skills.name ==[c] 'SWIFT'", "ADZ"), .init("ANY skills.name != 'Swift'", "ABEZ"),
      .init("ALL skills.name != 'Swift'", "BCEM"),
      .init("ALL skills.name IN {'C', 'Swift'}", "ABCDM"),
      .init("NOT ALL skills.name == 'Swift'", "ABEZ"), .init("ANY notes.text == 'beta'", "A"),
      .init("ANY notes.text BEGINSWITH 'g'", "D"), .init("skills[SIZE] == 2", "AZ"),
      .init("ANY department.employees.age > 45", "CEM"), .init("'Swift' IN skills.name", "ADZ"),
      .init("25 IN department.employees.age", "ABZ"), .init("NOT 'Swift' IN skills.name", "BCEM"),
      .init("ANY skills.holders.name == 'Bob'", "AB"),
      .init("ANY skills.holders.department.name == 'Lab'", "EZ"),
      .init("key IN %@", [[People.key]], "A"), .init("ANY %K == %@", ["skills.name", "C"], "AB"),
      .init("{1, 2}[0] == 1 AND age == 30", "A"), .init("{1, 2}[LAST] == 2 AND age == 30", "A"),
      .init("{1, 2}[FIRST] == 1 AND age == 30", "A"), .init("ANY {20, 25} == age", "BZ"),
      .init("ALL {20, 24} < age", "ABCDMZ"), .init("NONE {25, 30} == age", "CDEM"),
    ])

  static let identifiers = from(
    .identifiers,
    [
      .init("#name == 'Bob'", "B"), .init("#active == NO", "BE"), .init("name == 'A\\u006En'", "A"),
    ])

  static let literals = from(
    .literals,
    [
      .init("salary == 2e3", "B"), .init("salary > 1.5e3", "BM"), .init("age == 0x19", "BZ"),
      .init("age == 0b11001", "BZ"), .init("age == 0o31", "BZ"), .init("name == 'Ann'", "A"),
      .init("name == \"Ann\"", "A"), .init("self.name == 'Ann'", "A"),
      .init("SELF.name == 'Ann'", "A"), .init("SELF == SELF", "ABCDEMZ"),
    ])
}
