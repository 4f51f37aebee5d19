import GhostlightCore
import GhostlightEmulation

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
    var result = JSON.object(document)
    for command in commands {
      result = try command.applied(
        to: result, of: document, filter, at: milliseconds, isNew: isNew, budget)
    }
    return result.object ?? document
  }
}

extension UpdateCommand {
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
    let position = try filter.position(inArray: path.root, of: document, within: budget)
    guard let position else {
      throw .crudNoPosition.because(
        "no condition of the request matches an element of \"\(path.root)\"; name it in _q")
    }
    return position
  }
}
