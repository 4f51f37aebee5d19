import GhostlightCore

/// Alternatives: parameter names with the prefixes `[orN].` and `[orN].[andM].`.
///
/// - Source: protocol reference A10.3.
extension QueryParts {
  /// The conditions that are part of a block of alternatives.
  var alternatives: [QueryItem] {
    items.filter { $0.name.hasPrefix("[or") }
  }

  /// The greatest block number in the parameter names; 0 if there are no blocks.
  var lastBlock: Int {
    alternatives.compactMap { Int($0.name.dropFirst(3).prefix { $0.isNumber }) }.max() ?? 0
  }

  /// Combines these conditions and those of `other` as the alternatives of one block.
  ///
  /// Returns `nil` on success, otherwise the reason why the conditions cannot be combined.
  mutating func formAlternatives(with other: QueryParts) -> String? {
    var block: [QueryItem] = []
    var groups = 0
    for side in [self, other] where !side.items.isEmpty {
      guard let part = side.asAlternatives(groups: &groups) else {
        return """
          Conditions next to alternatives cannot become one alternative; \
          add them last, as in a.and(b.or(c)).
          """
      }
      for item in part {
        guard !block.contains(where: { $0.name == item.name }) else {
          return """
            Two alternatives give different values for \
            \(item.name.dropFirst("[or1].".count)); use where(_:isIn:) instead.
            """
        }
        block.append(item)
      }
    }
    items = block
    return nil
  }

  /// Returns the conditions with the prefixes of one block, or `nil` if only some of them are
  /// already alternatives.
  ///
  /// `groups` is the number of `[andM]` groups so far; new groups are numbered after it.
  private func asAlternatives(groups: inout Int) -> [QueryItem]? {
    let inside = alternatives
    guard inside.isEmpty else {
      guard inside.count == items.count, lastBlock == 1 else { return nil }
      return renumber(inside, groups: &groups)
    }
    guard items.count > 1 else { return items.map { prefixed($0, "[or1].") } }
    groups += 1
    return items.map { prefixed($0, "[or1].[and\(groups)].") }
  }

  /// Returns a block's conditions with new group numbers, in the order in which the groups appear.
  private func renumber(_ items: [QueryItem], groups: inout Int) -> [QueryItem] {
    var numbers: [Substring: Int] = [:]
    var renumbered: [QueryItem] = []
    for item in items {
      let name = item.name.dropFirst("[or1].".count)
      guard name.hasPrefix("[and"), let end = name.firstIndex(of: "]") else {
        renumbered.append(item)
        continue
      }
      let group = name[...end]
      if numbers[group] == nil {
        groups += 1
        numbers[group] = groups
      }
      let condition = name[name.index(after: end)...]
      renumbered.append(
        QueryItem(name: "[or1].[and\(numbers[group] ?? groups)]\(condition)", value: item.value))
    }
    return renumbered
  }

  private func prefixed(_ item: QueryItem, _ prefix: String) -> QueryItem {
    QueryItem(name: prefix + item.name, value: item.value)
  }
}

extension String {
  /// Returns the name with its block number increased, or unchanged if it does not belong to a
  /// block.
  func movingBlock(by blocks: Int) -> String {
    guard blocks > 0, hasPrefix("[or"), let end = firstIndex(of: "]"),
      let number = Int(dropFirst(3)[..<end])
    else { return self }
    return "[or\(number + blocks)" + self[end...]
  }
}
