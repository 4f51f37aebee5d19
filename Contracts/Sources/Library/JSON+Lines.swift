import GhostlightCore

extension JSON {
  /// Returns the value as text, with each element of one long array on a separate line.
  ///
  /// This format takes a quarter of the space of indented text, and changes can still be compared
  /// line by line. `path` has the member names that lead to the array; with `sortedKeys`, members
  /// are sorted by name.
  func lines(of path: [String], sortedKeys: Bool = false) -> String {
    guard let name = path.first else {
      let elements = (array ?? []).map { $0.text(sortedKeys: sortedKeys) }
      return "[\n" + elements.joined(separator: ",\n") + "\n]"
    }
    let members = object?.members ?? []
    let ordered = sortedKeys ? members.sorted { $0.key < $1.key } : Array(members)
    let lines = ordered.map { member in
      let value =
        member.key == name
        ? member.value.lines(of: Array(path.dropFirst()), sortedKeys: sortedKeys)
        : member.value.text(sortedKeys: sortedKeys)
      return JSON.string(member.key).text() + ":" + value
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}"
  }
}
