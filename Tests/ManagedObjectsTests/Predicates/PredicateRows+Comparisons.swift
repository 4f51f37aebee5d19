import Foundation

/// Source: Predicate Programming Guide, "Predicate Format String Syntax": Basic Comparisons,
/// Boolean Value Predicates, Basic Compound Predicates.
extension [PredicateRow] {
  static let comparisons: [PredicateRow] = [
    .init("age == 41", "CD"), .init("age = 41", "CD"), .init("41 == age", "CD"),
    .init("age != 41", "ABEMZ"), .init("age <> 41", "ABEMZ"), .init("age < 30", "BZ"),
    .init("age <= 30", "ABZ"), .init("age =< 30", "ABZ"), .init("age > 41", "M"),
    .init("age >= 41", "CDM"), .init("age => 41", "CDM"), .init("30 > age", "BZ"),
    .init("age BETWEEN {25, 30}", "ABZ"), .init("age between { 31 , 41 }", "CD"),
    .init("salary BETWEEN {1000.5, 1500}", "ACZ"), .init("age BETWEEN {50, 25}", ""),
    .init("NOT age BETWEEN {25, 30}", "CDEM"), .init("age == nil", "E"), .init("age == NULL", "E"),
    .init("age != nil", "ABCDMZ"), .init("nil == age", "E"), .init("salary == NIL", "D"),
    .init("salary != null", "ABCEMZ"), .init("age < nil", ""), .init("age > nil", ""),
    .init("NOT (age < 30)", "ACDEM"), .init("NOT (age >= 30)", "BEZ"),
    .init("! age == 41", "ABEMZ"), .init("NOT NOT age == 41", "CD"), .init("!(age == 25)", "ACDEM"),
    .init("salary == 1000.5", "AZ"), .init("salary > 1000", "ABCMZ"),
    .init("salary < 1000", "E"), .init("salary >= 2000", "BM"), .init("salary == 2000", "B"),
    .init("salary == 2e3", "B"), .init("salary > 1.5e3", "BM"), .init("salary > -1", "ABCEMZ"),
    .init("active == YES", "ACDMZ"), .init("active == NO", "BE"), .init("active == TRUE", "ACDMZ"),
    .init("active == true", "ACDMZ"), .init("active == false", "BE"), .init("active == 1", "ACDMZ"),
    .init("active == 0", "BE"), .init("active != YES", "BE"), .init("active == FALSE", "BE"),
    .init("TRUEPREDICATE", "ABCDEMZ"), .init("FALSEPREDICATE", ""), .init("YES", "ABCDEMZ"),
    .init("NO", ""), .init("truepredicate AND age == 25", "BZ"), .init("NOT TRUEPREDICATE", ""),
    .init("age == 25 AND active == YES", "Z"), .init("age == 25 && active == YES", "Z"),
    .init("age == 25 OR age == 30", "ABZ"), .init("age == 25 || age == 30", "ABZ"),
    .init("age == 41 AND salary == nil", "D"), .init("age == 41 OR salary == nil", "CD"),
    .init("age == 25 OR age == 41 AND active == YES", "BCDZ"),
    .init("(age == 25 OR age == 41) AND active == YES", "CDZ"),
    .init("NOT age == 25 AND active == NO", "E"), .init("NOT (age == 25 OR age == 41)", "AEM"),
    .init("NOT (age == 25 AND active == NO)", "ACDEMZ"),
    .init("((age == 25))", "BZ"), .init("(((age)) == ((25)))", "BZ"),
    .init("age == 25 AND (salary > 1500 OR active == YES) AND name != 'x'", "BZ"),
    .init("age == salary", ""), .init("salary > age", "ABCMZ"), .init("age != salary", "ABCDEMZ"),
    .init("age == age", "ABCDEMZ"), .init("age <= age", "ABCDMZ"),
    .init("age == 0x19", "BZ"), .init("age == 0b11001", "BZ"), .init("age == 0o31", "BZ"),
    .init("age == 25.0", "BZ"), .init("age < 25.5", "BZ"), .init("age == 25.5", ""),
    .init("name == 'Ann'", "A"), .init("name == \"Ann\"", "A"), .init("name == 'ann'", ""),
    .init("name != 'Ann'", "BCDEMZ"), .init("name < 'C'", "AB"), .init("name >= 'Max'", "EMZ"),
    .init("name > 'a'", "EZ"), .init("name <= 'Cid'", "ABC"), .init("name == 5", ""),
    .init("name != 5", "ABCDEMZ"), .init("age == 'x'", ""), .init("age != 'x'", "ABCDEMZ"),
    .init("name BETWEEN {'B', 'D'}", "BC"), .init("budget == 2", "A"), .init("budget > 5", "M"),
    .init("budget == 10.5", "M"), .init("budget != nil", "AM"), .init("budget < 2.5", "A"),
    .init("born == nil", "C"), .init("photo != nil", "A"), .init("key != nil", "A"),
    .init("site != nil", "A"), .init("#name == 'Bob'", "B"), .init("#active == NO", "BE"),
  ]
}

extension PredicateRow {
  init(_ format: String, _ expected: String) { self.init(format, [], expected) }
}
