import GhostlightCore
import GhostlightEmulation

/// The commands of a PATCH body, validated and converted (A12).
struct UpdateCommands: Sendable {
  private(set) var commands: [UpdateCommand] = []

  /// The names of the commands, in the order of the service's documentation.
  private static let names = [
    "$set", "$unset", "$inc", "$mul", "$currentDate", "$push", "$addToSet", "$pull",
  ]

  /// Creates the commands from a body.
  ///
  /// Without a `line`, what any version of the service allows is allowed.
  ///
  /// - Throws: The refusal of the first invalid command. It is ``Fault/crudUnknownProperty`` for an
  ///   unknown command or field.
  init(
    _ body: JSON, _ definition: CRUDDefinition, _ line: CRUDCompatibility? = nil,
    at place: String = "body", inserts: Bool = false, columns: Set<BytewiseString>? = nil,
    within budget: WorkBudget
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
        name: member.key, place: "\(place)/\(member.key)", definition: definition, line: line,
        budget: budget)
      for field in fields.members {
        try budget.spend(4)
        commands.append(
          UpdateCommand(
            path: FilterPath(CommandReader.arrayName(field.key) ?? field.key),
            operation: try reader.read(field.key, field.value)))
        try Self.check(field.key, of: member.key, definition, columns)
      }
    }
    // Each command's path is compared with the paths of the preceding commands, so the cost is
    // quadratic.
    try budget.spend(commands.count, times: commands.count >> 3)
    try checkConflicts()
  }

  /// Rejects a command on a scalar field that the caller may not write, except `$unset` and
  /// `$currentDate` (A11).
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

  /// Rejects two commands on the same path, or on a path and one of its parents.
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
  /// Returns whether both commands merge members into an array element, and have no member in
  /// common.
  ///
  /// Such commands do not conflict.
  fileprivate func areElementsApart(from other: UpdateCommand) -> Bool {
    guard case .mergeElement(let left) = operation, case .mergeElement(let right) = other.operation
    else { return false }
    return left.keys.allSatisfy { right[$0] == nil }
  }
}

/// One command of a PATCH body for one path (A12).
struct UpdateCommand: Sendable {
  /// The change that a command makes to the value at its path.
  enum Operation: Sendable {
    case set(JSON)
    /// Sets the value only if an upsert inserts a new document.
    case setOnInsert(JSON)
    /// Removes the value at the path.
    case unset
    case increment(JSON)
    case multiply(JSON)
    /// Sets the value to the time of the request.
    case currentDate
    /// Adds elements to an array.
    case push(PushedElements)
    /// Adds the given elements that the array does not contain yet.
    case addToSet([JSON])
    /// Removes elements from an array.
    case pull(PulledElements)
    /// Replaces the array element that the request's filter matches.
    case replaceElement(JSON)
    /// Changes members of the array element that the request's filter matches.
    case mergeElement(JSONObject)
  }

  let path: FilterPath
  let operation: Operation
}

extension UpdateCommands {
  /// Returns the document after all commands.
  ///
  /// `filter` is the filter that found the document.
  ///
  /// - Throws: ``Fault/crudDatabase`` if a value is of the wrong kind, ``Fault/crudNoPosition`` if
  ///   no array element matches the filter of a `$` command, or ``Fault/workLimit(_:)`` if the
  ///   budget is used up.
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
  /// Returns the new value of a top-level field for `$set`, `$currentDate`, `$inc` and `$mul`;
  /// `nil` for other commands or paths.
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

  /// Returns the document after applying this command.
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
      var merged = DocumentPath.value(at: names[...], in: value) ?? [:]
      try budget.spend(members.count, times: ((merged.object?.count ?? 0) + members.count) >> 3 + 1)
      for member in members.members {
        // A dotted name is a path below the element, because the service makes a path of it.
        merged =
          try DocumentPath.writing(
            member.value, at: FilterPath(member.key).names[...], in: merged, within: budget)
          ?? merged
      }
      new = merged
    }
    return try DocumentPath.writing(new, at: names[...], in: value, within: budget) ?? value
  }

  private func current(in value: JSON) -> JSON? {
    DocumentPath.value(at: path.names[...], in: value)
  }

  /// Returns the array at the path, or `nil` if there is no value.
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

  /// Returns the index of the array element that the request's filter matches.
  ///
  /// - Throws: ``Fault/crudNoPosition`` if the filter does not match an element.
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

/// The computation of a number's new value for `$inc` and `$mul`.
struct NumberChange {
  private let operand: JSON
  private let isProduct: Bool
  private let path: FilterPath

  init(_ operand: JSON, isProduct: Bool, path: FilterPath) {
    self.operand = operand
    self.isProduct = isProduct
    self.path = path
  }

  /// Returns the new number, given the current value.
  ///
  /// The result is an integer if both numbers are integers and there is no overflow.
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
    // JSON cannot represent infinity, so neither responses nor snapshots could contain it.
    guard result.isFinite else {
      throw .database(
        "Failed to apply \(isProduct ? "$mul" : "$inc") to \(path.text): the result is infinite")
    }
    return .canonical(result)
  }
}
