/// The entities whose objects the fuzz tests change.
enum FuzzEntity: String, CaseIterable {
  case employee = "Employee"
  case department = "Department"
  case skill = "Skill"

  var many: String {
    switch self {
    case .employee: "skills"
    case .department: "employees"
    case .skill: "holders"
    }
  }
}

/// The properties that the fuzz tests change.
enum FuzzProperty: Hashable {
  case name
  case age
  case department
  case many
}

/// The stored values of an object, without values that follow from other objects.
struct ExpectedRow: Equatable {
  let entity: FuzzEntity
  var name: String
  var age = 0
  var department: Int?
  /// A number that each save of the object increments.
  var version = 0

  func differs(from other: ExpectedRow, in property: FuzzProperty) -> Bool {
    switch property {
    case .name: name != other.name
    case .age: age != other.age
    case .department: department != other.department
    case .many: false
    }
  }

  mutating func take(_ property: FuzzProperty, of other: ExpectedRow) {
    switch property {
    case .name: name = other.name
    case .age: age = other.age
    case .department: department = other.department
    case .many: break
    }
  }
}

/// The objects that a store should contain, keyed by the numbers that the test gives to objects.
struct ExpectedStore {
  /// A pair of an employee and a skill.
  struct Link: Hashable {
    let employee: Int
    let skill: Int
  }

  private(set) var rows: [Int: ExpectedRow] = [:]
  private(set) var links: Set<Link> = []
  private var lastVersion = 0

  /// Returns the related objects of an object's to-many relationship.
  func related(_ key: Int, _ entity: FuzzEntity) -> Set<Int> {
    switch entity {
    case .employee: Set(links.filter { $0.employee == key }.map(\.skill))
    case .department: Set(rows.filter { $0.value.department == key }.keys)
    case .skill: Set(links.filter { $0.skill == key }.map(\.employee))
    }
  }

  private mutating func nextVersion() -> Int {
    lastVersion += 1
    return lastVersion
  }

  /// Stores an object, and returns its row with a new version.
  mutating func write(
    _ key: Int, _ row: ExpectedRow, added: Set<Int>, removed: Set<Int>
  ) -> ExpectedRow {
    var row = row
    row.version = nextVersion()
    rows[key] = row
    for other in removed { link(key, other, row.entity).map { _ = links.remove($0) } }
    for other in added { link(key, other, row.entity).map { _ = links.insert($0) } }
    return row
  }

  private func link(_ key: Int, _ other: Int, _ entity: FuzzEntity) -> Link? {
    switch entity {
    case .employee: Link(employee: key, skill: other)
    case .department: nil
    case .skill: Link(employee: other, skill: key)
    }
  }

  /// Deletes objects and all references to them.
  mutating func delete(_ keys: Set<Int>) {
    for key in keys { rows[key] = nil }
    links = links.filter { !keys.contains($0.employee) && !keys.contains($0.skill) }
    for (key, row) in rows {
      guard let department = row.department, keys.contains(department) else { continue }
      let version = nextVersion()
      rows[key]?.department = nil
      rows[key]?.version = version
    }
  }
}
