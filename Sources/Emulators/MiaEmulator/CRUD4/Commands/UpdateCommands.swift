import GhostlightCore
import GhostlightEmulation

/// The commands of a PATCH body, checked and converted (A12).
struct UpdateCommands: Sendable {
  private(set) var commands: [UpdateCommand] = []

  /// The names of commands, in the service's order.
  private static let names = [
    "$set", "$unset", "$inc", "$mul", "$currentDate", "$push", "$addToSet", "$pull",
  ]

  /// Reads commands.
  ///
  /// - Throws: The first refusal; ``Fault/crudUnknownProperty`` for what is no command or no field.
  init(
    _ body: JSON, _ definition: CRUDDefinition, at place: String = "body", inserts: Bool = false,
    columns: Set<BytewiseString>? = nil, within budget: WorkBudget
  ) throws(Fault) {
    guard case .object(let object) = body else { throw .validation("\(place) must be object") }
    let known = inserts ? Self.names + ["$setOnInsert"] : Self.names
    for member in object.members where !known.contains(member.key) {
      throw .unknownProperty(member.key, at: place)
    }
    commands.reserveCapacity(4)
    for member in object.members {
      guard case .object(let fields) = member.value else {
        throw .validation("\(place)/\(member.key) must be object")
      }
      let reader = CommandReader(
        name: member.key, place: "\(place)/\(member.key)", definition: definition, budget: budget)
      for field in fields.members {
        try budget.spend(4)
        commands.append(
          UpdateCommand(
            path: FilterPath(CommandReader.arrayName(field.key) ?? field.key),
            operation: try reader.read(field.key, field.value)))
        try Self.check(field.key, of: member.key, definition, columns)
      }
    }
    // Each is held against those before it.
    try budget.spend(commands.count, times: commands.count >> 3)
    try checkConflicts()
  }

  /// Refuses a scalar field that the caller may not write (A11).
  private static func check(
    _ name: String, of command: String, _ definition: CRUDDefinition,
    _ columns: Set<BytewiseString>?
  ) throws(Fault) {
    guard let columns, command != "$unset", command != "$currentDate",
      let field = definition.field(name), !field.kind.isOpen,
      !columns.contains(BytewiseString(name))
    else { return }
    throw .crudColumn.filled(["name": name])
  }

  /// Two commands on one path, or on one above the other, are a conflict.
  private func checkConflicts() throws(Fault) {
    for (position, command) in commands.enumerated() {
      for other in commands[..<position] {
        let shared = min(command.path.names.count, other.path.names.count)
        let (left, right) = (command.path.names.prefix(shared), other.path.names.prefix(shared))
        guard left.elementsEqual(right, by: { $0.isExactly($1) }),
          !command.areElementsApart(from: other)
        else { continue }
        throw .database(
          "Updating the path '\(command.path.text)' would create a conflict at "
            + "'\(other.path.text)'")
      }
    }
  }
}

extension UpdateCommand {
  /// Whether both only merge members into an element, which may go together.
  fileprivate func areElementsApart(from other: UpdateCommand) -> Bool {
    guard case .mergeElement(let left) = operation, case .mergeElement(let right) = other.operation
    else { return false }
    return left.keys.allSatisfy { right[$0] == nil }
  }
}

/// One command of a PATCH on one path (A12).
struct UpdateCommand: Sendable {
  /// What a command does.
  enum Operation: Sendable {
    /// Puts the value there.
    case set(JSON)
    /// Puts the value there if the document is new.
    case setOnInsert(JSON)
    /// Takes the value out.
    case unset
    /// Adds the number.
    case increment(JSON)
    /// Multiplies by the number.
    case multiply(JSON)
    /// Puts the time of the request there.
    case currentDate
    /// Adds elements to an array.
    case push(PushedElements)
    /// Adds the elements that an array does not have.
    case addToSet([JSON])
    /// Takes elements out of an array.
    case pull(PulledElements)
    /// Puts an element in the place of the one that the filter matches.
    case replaceElement(JSON)
    /// Changes members of the element that the filter matches.
    case mergeElement(JSONObject)
  }

  let path: FilterPath
  let operation: Operation
}

extension UpdateCommands {
  /// The document after all commands, which `filter` found.
  ///
  /// - Throws: ``Fault/crudDatabase`` where a value is of the wrong kind, ``Fault/crudNoPosition``.
  ///
  /// Also ``Fault/workLimit(_:)``.
  func applied(
    to document: JSONObject, foundBy filter: Filter, at milliseconds: Int64, isNew: Bool = false,
    within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var result = document
    for command in commands {
      if let value = try command.value(of: result, at: milliseconds) {
        try budget.spend(result.count >> 2 + 1)
        result[command.path.root] = value
        continue
      }
      let changed = try command.applied(
        to: .object(result), of: document, filter, at: milliseconds, isNew: isNew, budget)
      if case .object(let object) = changed { result = object }
    }
    return result
  }
}

extension UpdateCommand {
  /// The new value of a field of the document, which is then changed in place; `nil` for whatever is
  /// not so simple.
  fileprivate func value(of document: JSONObject, at milliseconds: Int64) throws(Fault) -> JSON? {
    guard path.isField else { return nil }
    switch operation {
    case .set(let value): return value
    case .currentDate: return .string(ISODate.format(milliseconds: milliseconds))
    case .increment(let amount):
      return try NumberChange(amount, isProduct: false, path: path).result(document[path.root])
    case .multiply(let factor):
      return try NumberChange(factor, isProduct: true, path: path).result(document[path.root])
    default: return nil
    }
  }

  /// The document after this command.
  fileprivate func applied(
    to value: JSON, of document: JSONObject, _ filter: Filter, at milliseconds: Int64, isNew: Bool,
    _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    var names = path.names
    let new: JSON?
    switch operation {
    case .set(let value): new = value
    case .setOnInsert(let wanted):
      guard isNew else { return value }
      new = wanted
    case .unset: new = .none
    case .currentDate: new = .string(ISODate.format(milliseconds: milliseconds))
    case .increment(let amount):
      new = try NumberChange(amount, isProduct: false, path: path).result(current(in: value))
    case .multiply(let factor):
      new = try NumberChange(factor, isProduct: true, path: path).result(current(in: value))
    case .push(let pushed):
      let old = try array(in: value, "$push") ?? []
      new = .array(try pushed.added(to: old, within: budget))
    case .addToSet(let elements): new = try union(elements, value, budget)
    case .pull(let pulled):
      guard let array = try array(in: value, "$pull") else { return value }
      new = .array(try pulled.removed(from: array, within: budget))
    case .replaceElement(let element):
      names.append(String(try position(in: document, filter, budget)))
      new = element
    case .mergeElement(let members):
      names.append(String(try position(in: document, filter, budget)))
      var merged = DocumentPath.value(at: names[...], in: value)?.object ?? [:]
      try budget.spend(members.count, times: (merged.count + members.count) >> 3 + 1)
      for member in members.members { merged[member.key] = member.value }
      new = .object(merged)
    }
    return try DocumentPath.writing(new, at: names[...], in: value, within: budget) ?? value
  }

  private func current(in value: JSON) -> JSON? {
    DocumentPath.value(at: path.names[...], in: value)
  }

  /// The array at the path, or `nil` where there is no value.
  private func array(in value: JSON, _ command: String) throws(Fault) -> [JSON]? {
    guard let current = current(in: value) else { return nil }
    guard case .array(let elements) = current else {
      throw .database(
        command == "$pull"
          ? "Cannot apply $pull to a non-array value"
          : "The field '\(path.text)' must be an array but is of another type")
    }
    return elements
  }

  private func union(
    _ elements: [JSON], _ value: JSON, _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    var array = try array(in: value, "$addToSet") ?? []
    try budget.spend((array.count + elements.count) >> 3)
    for element in elements where try !MongoOrder.contains(array, element, within: budget) {
      array.append(element)
    }
    return .array(array)
  }

  /// The element that a condition of the request matches.
  private func position(
    in document: JSONObject, _ filter: Filter, _ budget: WorkBudget
  ) throws(Fault) -> Int {
    let position = try filter.position(inArray: path, of: document, within: budget)
    guard let position else {
      throw .crudNoPosition.withReason(
        "no condition of the request matches an element of \"\(path.text)\"; name it in _q")
    }
    return position
  }
}

/// What `$inc` and `$mul` make of a number.
struct NumberChange {
  private let operand: JSON
  private let isProduct: Bool
  private let path: FilterPath

  init(_ operand: JSON, isProduct: Bool, path: FilterPath) {
    self.operand = operand
    self.isProduct = isProduct
    self.path = path
  }

  /// The result; whole numbers stay whole while they fit.
  func result(_ current: JSON?) throws(Fault) -> JSON {
    guard let current else { return isProduct ? .integer(0) : operand }
    guard let left = current.number, let right = operand.number else {
      throw .database(
        "Cannot apply \(isProduct ? "$mul" : "$inc") to a value of non-numeric type. "
          + "{\(path.text): \(current.text())}")
    }
    if let whole = current.integer, let other = operand.integer {
      let (value, overflows) =
        isProduct
        ? whole.multipliedReportingOverflow(by: other) : whole.addingReportingOverflow(other)
      if !overflows { return .integer(value) }
    }
    let result = isProduct ? left * right : left + right
    // JSON has no infinity, so neither answers nor snapshots could tell of it.
    guard result.isFinite else {
      throw .database(
        "Failed to apply \(isProduct ? "$mul" : "$inc") to \(path.text): the result is infinite")
    }
    return .canonical(result)
  }
}
