/// A performance figure, measured in several rounds, with its limit.
struct Measurement {
  let title: String
  let hold: Hold
  let unit: Unit
  /// The measured values, one for each round.
  let values: [Double]

  static let heading = row(["figure", "hold", "measured", "min", "max", "rounds", ""])

  /// The figure's line in the table, which compares the median with the limit.
  var line: String {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return "\(title): nothing" }
    let median = sorted[sorted.count / 2]
    return Self.row([
      title, hold.text(unit), unit.text(median), unit.text(least), unit.text(most),
      String(values.count), hold.isKept(by: median) ? "ok" : "below",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (cell, width) in zip(cells, [46, 14, 14, 14, 14, 7, 0]) {
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return line
  }
}
