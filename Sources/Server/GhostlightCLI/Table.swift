/// Rows of text with columns as wide as they need.
struct Table {
  private var rows: [[String]]

  init(_ header: String...) { rows = [header] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The table with two spaces between columns; only the header where there are no rows.
  var text: String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ").trimmedEnd
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
