import Foundation

/// Rows from other chapters of the Predicate Programming Guide.
extension PredicateRow {
  static let objects = from(
    .objects,
    [
      .init("name == %@", ["Ann"], "A"), .init("%@ == name", ["Ann"], "A"),
      .init("born == %@", [Date(timeIntervalSinceReferenceDate: 4000)], "D"),
      .init("born > %@", [Date(timeIntervalSinceReferenceDate: 5000)], "MZ"),
      .init(
        "born BETWEEN %@",
        [[Date(timeIntervalSinceReferenceDate: 1000), Date(timeIntervalSinceReferenceDate: 4000)]],
        "ABD"),
      .init("key == %@", [People.key], "A"), .init("photo == %@", [Data([1, 2])], "A"),
      .init("site == %@", [URL(string: "https://a.test/x") as Any], "A"),
      .init("age == %@", [25], "BZ"), .init("age == %@", [NSNumber(value: 41)], "CD"),
      .init("age BETWEEN %@", [[25, 30]], "ABZ"), .init("age BETWEEN {%d, %d}", [25, 30], "ABZ"),
    ])

  static let quoting = from(
    .quoting,
    [
      .init("name == '%@'", "")
    ])

  static let booleans = from(
    .booleans,
    [
      .init("active == YES", "ACDMZ"), .init("active == NO", "BE"),
      .init("active == TRUE", "ACDMZ"), .init("active == true", "ACDMZ"),
      .init("active == false", "BE"), .init("active != YES", "BE"), .init("active == FALSE", "BE"),
      .init("active == %@", [true], "ACDMZ"), .init("active == %@", [NSNumber(value: false)], "BE"),
    ])

  static let dynamicNames = from(
    .dynamicNames,
    [
      .init("%K == 30", ["age"], "A"), .init("%K == %@", ["name", "Bob"], "B"),
      .init("%K > %d", ["age", 41], "M"), .init("%K == 'Lab'", ["department.name"], "CEM"),
    ])

  static let keyPaths = from(
    .keyPaths,
    [
      .init("department.name == 'Sales'", "ABZ"), .init("department.name BEGINSWITH 'L'", "CEM"),
      .init("department.name CONTAINS[c] 'LA'", "CEM"),
      .init("NOT department.name == 'Sales'", "CDEM"), .init("boss.name == 'Max'", "AC"),
      .init("boss.title == 'CTO'", "AC"), .init("boss.age > 40", "AC"),
      .init("boss.department.name == 'Lab'", "AC"), .init("boss.department.floor == 2", "AC"),
      .init("department.floor == 1", "ABZ"), .init("department.floor < 2", "ABZ"),
    ])

  static let missingValues = from(
    .missingValues,
    [
      .init("age == nil", "E"), .init("age == NULL", "E"), .init("age != nil", "ABCDMZ"),
      .init("nil == age", "E"), .init("salary == NIL", "D"), .init("salary != null", "ABCEMZ"),
      .init("age < nil", ""), .init("age > nil", ""), .init("age == age", "ABCDEMZ"),
      .init("age <= age", "ABCDMZ"), .init("budget != nil", "AM"), .init("born == nil", "C"),
      .init("photo != nil", "A"), .init("key != nil", "A"), .init("site != nil", "A"),
      .init("department.name == nil", "D"), .init("department == nil", "D"),
      .init("department != nil", "ABCEMZ"), .init("boss != nil", "AC"),
      .init("SELF != nil", "ABCDEMZ"), .init("salary == %@", [NSNull()], "D"),
    ])

  static let arithmetic = from(
    .arithmetic,
    [
      .init("age + 5 == 30", "BZ"), .init("age - 5 == 20", "BZ"), .init("age * 2 == 82", "CD"),
      .init("age / 5 == 5", "BZ"), .init("age ** 2 == 625", "BZ"),
      .init("1 + 2 * 10 + 4 == age", "BZ"), .init("(1 + 4) * 5 == age", "BZ"),
      .init("-age == -25", "BZ"), .init("age - -5 == 30", "BZ"), .init("2 + age > 50", "M"),
      .init("salary + age > 5000", "M"), .init("age == 50 - 20 - 5", "BZ"),
      .init("age == 100 / 2 / 2", "BZ"),
    ])
}
