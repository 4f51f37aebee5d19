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
    columns: Set<ExactText>? = nil, within budget: WorkBudget
  ) throws(Fault) {
    guard case .object(let object) = body else { throw .validation("\(place) must be object") }
    let known = inserts ? Self.names + ["$setOnInsert"] : Self.names
    for member in object.members where !known.contains(member.key) {
      throw .unknownProperty(member.key, at: place)
    }
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
    _ name: String, of command: String, _ definition: CRUDDefinition, _ columns: Set<ExactText>?
  ) throws(Fault) {
    guard let columns, command != "$unset", command != "$currentDate",
      let field = definition.field(name), !field.kind.isOpen, !columns.contains(ExactText(name))
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
