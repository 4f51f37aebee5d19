/// An object as a context should show it.
struct ExpectedObject {
  enum State {
    case clean
    case inserted
    case updated
    case deleted
  }

  var state: State
  /// The row that the context read; `nil` for a new object.
  var read: ExpectedRow?
  var now: ExpectedRow
  var changed: Set<FuzzProperty> = []
  /// The objects of the to-many relationship; `nil` before they are read.
  var many: Set<Int>?
  var manyBefore: Set<Int> = []
  /// Whether the context has read the department, and not only its ID.
  var hasReadDepartment = false

  init(reading row: ExpectedRow) {
    state = .clean
    read = row
    now = row
  }

  init(new row: ExpectedRow) {
    state = .inserted
    now = row
    many = []
    hasReadDepartment = true
  }

  var entity: FuzzEntity { now.entity }
  var isToBeWritten: Bool { state == .inserted || state == .updated }
  var added: Set<Int> {
    guard changed.contains(.many) || state == .inserted else { return [] }
    return (many ?? []).subtracting(state == .inserted ? [] : manyBefore)
  }
  var removed: Set<Int> {
    guard changed.contains(.many), state != .inserted else { return [] }
    return manyBefore.subtracting(many ?? [])
  }

  mutating func touch(_ property: FuzzProperty) {
    changed.insert(property)
    if state == .clean { state = .updated }
  }

  /// Replaces the stored values, and applies the unsaved changes again.
  mutating func rebase(on row: ExpectedRow, _ stored: Set<Int>) {
    for property in [FuzzProperty.name, .age, .department] where !changed.contains(property) {
      now.take(property, of: row)
    }
    read = row
    if !changed.contains(.department) { hasReadDepartment = false }
    guard changed.contains(.many) else { return many = nil }
    let added = added
    let removed = removed
    let merged = stored.union(added).subtracting(removed)
    many = merged
    manyBefore = merged.subtracting(added).union(removed)
  }
}

/// The objects that a save notification lists.
struct ExpectedSave: Equatable {
  var inserted: Set<Int> = []
  var updated: Set<Int> = []
  var deleted: Set<Int> = []
}

/// The objects that a context should show and save.
struct ExpectedContext {
  var objects: [Int: ExpectedObject] = [:]
  var lastSave = ExpectedSave()

  /// Returns the numbers of all objects in one of the states.
  func keys(_ states: ExpectedObject.State...) -> Set<Int> {
    Set(objects.filter { states.contains($0.value.state) }.keys)
  }

  /// Returns the stored objects of the to-many relationship, without those that this context
  /// deleted.
  func related(_ key: Int, _ entity: FuzzEntity, _ store: ExpectedStore) -> Set<Int> {
    store.related(key, entity).filter { objects[$0]?.state != .deleted }
  }

  /// Reads all stored objects that the context has not read yet, and their related objects.
  mutating func read(_ store: ExpectedStore) {
    var isDone = false
    while !isDone {
      isDone = true
      for key in objects.keys.sorted() where objects[key]?.many == nil {
        guard let object = objects[key] else { continue }
        isDone = false
        let many = related(key, object.entity, store)
        objects[key]?.many = many
        objects[key]?.manyBefore = many
        for other in many.union([object.now.department].compactMap(\.self)) {
          guard objects[other] == nil, let row = store.rows[other] else { continue }
          objects[other] = ExpectedObject(reading: row)
        }
      }
    }
    for key in objects.keys { objects[key]?.hasReadDepartment = true }
  }

  /// Discards all objects and reads those of the store.
  mutating func reset(_ store: ExpectedStore) {
    objects = store.rows.mapValues { ExpectedObject(reading: $0) }
    read(store)
  }

  mutating func rollback(_ store: ExpectedStore) {
    for (key, object) in objects where object.state != .clean {
      if let row = object.read { objects[key] = ExpectedObject(reading: row) } else { drop(key) }
    }
    read(store)
  }

  /// Removes an object from the context.
  ///
  /// References to the object become references to its negative number, because another object with
  /// the same number may be read later.
  mutating func drop(_ key: Int) {
    objects[key] = nil
    for other in objects.keys {
      if objects[other]?.now.department == key, objects[other]?.hasReadDepartment == true {
        objects[other]?.now.department = -key
      }
      if objects[other]?.many?.remove(key) != nil { objects[other]?.many?.insert(-key) }
      if objects[other]?.manyBefore.remove(key) != nil { objects[other]?.manyBefore.insert(-key) }
    }
  }

  // MARK: Changes

  mutating func insert(_ key: Int, _ row: ExpectedRow) {
    objects[key] = ExpectedObject(new: row)
  }

  mutating func setName(_ key: Int, _ name: String) {
    objects[key]?.now.name = name
    objects[key]?.touch(.name)
  }

  mutating func setAge(_ key: Int, _ age: Int) {
    objects[key]?.now.age = age
    objects[key]?.touch(.age)
  }

  mutating func setDepartment(_ key: Int, _ department: Int?) {
    let old = objects[key]?.now.department
    objects[key]?.touch(.department)
    guard old != department else { return }
    objects[key]?.now.department = department
    if let old, objects[old]?.many?.contains(key) == true { changeMany(old, removing: key) }
    if let department { changeMany(department, adding: key) }
  }

  /// Adds an employee to the department's to-many relationship.
  mutating func addEmployee(_ key: Int, to department: Int) {
    guard objects[department]?.many?.contains(key) == false else { return }
    changeMany(department, adding: key)
    let old = objects[key]?.now.department
    guard old != department else { return }
    objects[key]?.touch(.department)
    objects[key]?.now.department = department
    if let old { changeMany(old, removing: key) }
  }

  mutating func setSkills(_ key: Int, _ skills: Set<Int>) {
    let old = objects[key]?.many ?? []
    objects[key]?.touch(.many)
    objects[key]?.many = skills
    for skill in old.subtracting(skills) where objects[skill]?.many?.contains(key) == true {
      changeMany(skill, removing: key)
    }
    for skill in skills.subtracting(old) { changeMany(skill, adding: key) }
  }

  private mutating func changeMany(_ key: Int, adding: Int? = nil, removing: Int? = nil) {
    guard objects[key] != nil else { return }
    objects[key]?.touch(.many)
    if let adding { objects[key]?.many?.insert(adding) }
    if let removing { objects[key]?.many?.remove(removing) }
  }

  mutating func delete(_ key: Int) {
    guard let object = objects[key] else { return }
    objects[key]?.state = .deleted
    if let department = object.now.department, objects[department]?.many?.contains(key) == true {
      changeMany(department, removing: key)
    }
    for other in object.many ?? [] {
      switch object.entity {
      case .department:
        guard objects[other]?.now.department == key else { continue }
        objects[other]?.now.department = nil
        objects[other]?.touch(.department)
      case .employee, .skill:
        guard objects[other]?.many?.contains(key) == true else { continue }
        changeMany(other, removing: key)
      }
    }
    if object.state == .inserted { drop(key) }
  }

  /// Removes deleted objects from the relationships of objects that the next save writes.
  mutating func clearReferences(_ isGone: (Int, ExpectedContext) -> Bool) {
    let before = self
    for (key, object) in objects where object.isToBeWritten {
      let isNew = object.state == .inserted
      if let department = object.now.department {
        let isChanged = isNew || object.changed.contains(.department)
        let isDeleted = objects[department]?.state == .deleted
        if isDeleted || isChanged && isGone(department, before) {
          objects[key]?.now.department = nil
          objects[key]?.touch(.department)
        }
      }
      guard isNew || object.changed.contains(.many), let many = object.many else { continue }
      objects[key]?.many = many.filter { !isGone($0, before) }
    }
  }
}
