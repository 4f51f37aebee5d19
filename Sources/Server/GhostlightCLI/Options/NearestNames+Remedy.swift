import GhostlightCore

extension NearestNames {
  /// Returns the end of a message about an unknown name: the name that was probably meant, if one is
  /// similar, and the valid names, of which only the three nearest are listed if there are many.
  static func remedy(for name: String, among names: [String]) -> String {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    let near = Self.names(to: name, in: names)
    let meant = near.first.map { "did you mean \"\($0)\"? " } ?? ""
    guard names.count > 5 else { return meant + "there are: " + names.joined(separator: ", ") }
    let wanted = name.lowercased()
    let others = names.filter { !near.contains($0) }.enumerated()
      .map { (EditDistance.between(wanted, $1.lowercased()), $0, $1) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    return meant + "the nearest are: " + (near + others).prefix(3).joined(separator: ", ")
  }
}
