import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET comparison`: the rows that differ between two namespaces.
extension ControlAPI {
  /// The maximum number of differing rows that a response contains for each table.
  private static let mostDifferences = 100

  static func compareNamespaces(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let one = try control.view(context, named: "one")
    let other = try control.view(context, named: "other")
    var tables: [JSON] = []
    for emulator in context.stage.configuration.services {
      let titles = namesAndTitles(one, other, emulator.name)
      for table in titles {
        let difference = TableDifference(
          one.dataRows(of: table.name, in: emulator.name),
          other.dataRows(of: table.name, in: emulator.name), limit: mostDifferences)
        guard !difference.isEmpty else { continue }
        var object = difference.json
        object["emulator"] = .string(emulator.name)
        object["table"] = .string(table.name)
        object["title"] = .string(table.title)
        object["group"] = .string(table.group)
        tables.append(.object(object))
      }
    }
    return .json(
      .ok,
      [
        "one": .string(one.name), "other": .string(other.name), "tables": .array(tables),
      ])
  }

  /// Returns the tables of both namespaces: those of `one`, then those that exist only in `other`.
  private static func namesAndTitles(
    _ one: Namespace, _ other: Namespace, _ emulator: String
  ) -> [DataTableSummary] {
    let tables = one.dataTables(of: emulator)
    let names = Set(tables.map(\.name))
    return tables + other.dataTables(of: emulator).filter { !names.contains($0.name) }
  }
}

/// The rows that differ between two versions of a table.
struct TableDifference {
  private var onlyOne = 0
  private var onlyOther = 0
  private var changed = 0
  private var rows: [JSON] = []

  /// Compares two versions of a table by row key; stores only the first `limit` differing rows.
  init(_ one: DataRows?, _ other: DataRows?, limit: Int) {
    // A dictionary is built first, because each lookup by key could scan the whole table.
    var others: [BytewiseString: JSONObject] = [:]
    for row in other?.all ?? AnyIterator({ nil }) { others[BytewiseString(row.key)] = row.row }
    var shared: Set<BytewiseString> = []
    for row in one?.all ?? AnyIterator({ nil }) {
      let key = BytewiseString(row.key)
      let match = others[key]
      if match != nil { shared.insert(key) }
      guard match != row.row else { continue }
      if match == nil { onlyOne += 1 } else { changed += 1 }
      guard rows.count < limit else { continue }
      var object: JSONObject = [
        "key": .string(row.key), "kind": match == nil ? "onlyOne" : "changed",
        "one": .object(row.row),
      ]
      object["other"] = match.map(JSON.object)
      rows.append(.object(object))
    }
    for row in other?.all ?? AnyIterator({ nil })
    where !shared.contains(BytewiseString(row.key)) {
      onlyOther += 1
      guard rows.count < limit else { continue }
      rows.append(
        ["key": .string(row.key), "kind": "onlyOther", "other": .object(row.row)])
    }
  }

  var isEmpty: Bool { onlyOne + onlyOther + changed == 0 }

  var json: JSONObject {
    [
      "onlyOne": .integer(Int64(onlyOne)), "onlyOther": .integer(Int64(onlyOther)),
      "changed": .integer(Int64(changed)), "rows": .array(rows),
      "truncated": .bool(rows.count < onlyOne + onlyOther + changed),
    ]
  }
}
