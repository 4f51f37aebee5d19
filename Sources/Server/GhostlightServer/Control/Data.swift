import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET data`, and `GET`, `PUT`, `POST` and `DELETE` below it: the emulators' data, as
/// tables.
///
/// Rows are returned in pages. `?limit=` is the maximum number of rows, 100 by default. `?after=`
/// is the `next` value of the previous page, and `?offset=` the number of rows to skip. `?search=`
/// selects the rows that contain a string.
extension ControlAPI {
  /// The maximum value of `?limit=`, in rows.
  private static let mostRows = 1000

  static func listTables(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let wanted = try control.emulator(context)
    var tables: [JSON] = []
    for emulator in context.stage.configuration.services
    where wanted == nil || wanted == emulator.name {
      tables += namespace.dataTables(of: emulator.name).map { describe($0, of: emulator.name) }
    }
    return .json(.ok, ["namespace": .string(namespace.name), "tables": .array(tables)])
  }

  static func listRows(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let rows = try rows(call, try control.view(context))
    let limit = try control.number("limit") ?? 100
    guard (1...mostRows).contains(limit) else {
      throw ControlCall.refusal("\"limit\" must be a whole number from 1 to \(mostRows)")
    }
    var after = try control.number("after")
    if let offset = try control.number("offset") {
      guard after == nil else { throw ControlCall.refusal("give one of \"after\" and \"offset\"") }
      after = rows.position(before: offset)
    }
    let page = rows.page(after: after, limit: limit, search: try control.text("search"))
    var answer: JSONObject = [
      "emulator": .string(call["emulator"]), "table": .string(call["table"]),
      "total": .integer(Int64(rows.count)),
      "rows": .array(page.rows.map { ["key": .string($0.key), "row": .object($0.row)] }),
    ]
    answer["next"] = page.next.map { .string(String($0)) }
    answer["scanned"] = .integer(Int64(page.scanned))
    return .json(.ok, .object(answer))
  }

  static func readRow(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).view(context)
    return .json(.ok, try row(call["key"], call, namespace))
  }

  /// Stores the row in the body under the key in the path.
  static func putRow(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let (namespace, row) = try edited(call, context)
    let key = try edit(.put(row), of: call["key"], call, namespace).key
    return .json(.ok, try self.row(key, call, namespace))
  }

  /// Stores the row in the body; a row without a key gets a new one.
  static func addRow(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let (namespace, row) = try edited(call, context)
    let key = try edit(.put(row), of: nil, call, namespace).key
    return .json(.created, try self.row(key, call, namespace))
  }

  static func deleteRow(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).namespace(context)
    _ = try row(call["key"], call, namespace)
    _ = try edit(.remove, of: call["key"], call, namespace)
    return .json(.ok, ["key": .string(call["key"])])
  }

  /// Performs an action on a row; the body names the action, as in `{"action": "expire"}`.
  static func performAction(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("action", "namespace")
    guard let action = try control.text("action") else {
      throw ControlCall.refusal(
        "the call has no action: use {\"action\":\"expire\"}; GET data lists actions")
    }
    let namespace = try control.namespace(context)
    _ = try row(call["key"], call, namespace)
    let outcome = try edit(.perform(action), of: call["key"], call, namespace)
    return .json(
      .ok, ["key": .string(outcome.key), "values": .object(outcome.values)])
  }

  // MARK: Parts

  private static func describe(_ table: DataTableSummary, of emulator: String) -> JSON {
    var object: JSONObject = [
      "emulator": .string(emulator), "name": .string(table.name), "title": .string(table.title),
      "group": .string(table.group), "count": .integer(Int64(table.count)),
      "editable": .bool(table.isEditable), "deletable": .bool(table.isRemovable),
      "key": .string(table.key),
      "columns": .array(
        table.columns.map { column in
          var object: JSONObject = ["name": .string(column.name)]
          object["link"] = column.link.map(JSON.string)
          return .object(object)
        }),
      "serverFields": .array(table.serverFields.map(JSON.string)),
      "actions": .array(
        table.actions.map { ["name": .string($0.name), "title": .string($0.title)] }),
    ]
    object["expiry"] = table.expiry.map { expiry in
      var object: JSONObject = [:]
      object["member"] = expiry.member.map(JSON.string)
      object["since"] = expiry.since.map(JSON.string)
      object["seconds"] = expiry.seconds.map(JSON.integer)
      return .object(object)
    }
    object["query"] = table.query.map { query in
      let headers = query.headers.sorted { $0.key < $1.key }
      return [
        "method": "POST", "path": .string(query.path),
        "headers": .array(
          headers.map { ["name": .string($0.key), "value": .string($0.value)] }),
        "member": .string(query.member), "example": .string(query.example),
      ]
    }
    return .object(object)
  }

  private static func rows(_ call: Call, _ namespace: Namespace) throws(Fault) -> DataRows {
    guard let rows = namespace.dataRows(of: call["table"], in: call["emulator"]) else {
      throw .controlNoData.filled([
        "what": "\(call["emulator"]) has no table \"\(call["table"])\"; GET data lists them"
      ])
    }
    return rows
  }

  private static func row(
    _ key: String, _ call: Call, _ namespace: Namespace
  ) throws(Fault) -> JSON {
    guard let row = try rows(call, namespace).row(of: key) else {
      throw .controlNoData.filled(["what": "\"\(call["table"])\" has no row \"\(key)\""])
    }
    return ["key": .string(key), "row": .object(row)]
  }

  /// Returns the namespace to change, and the row in the body.
  private static func edited(
    _ call: Call, _ context: ControlContext
  ) throws(Fault) -> (Namespace, JSONObject) {
    let namespace = try ControlCall(call, hasMembers: false).namespace(context)
    _ = try rows(call, namespace)
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(call.request.body, limits: ControlCall.limits)
    } catch {
      throw ControlCall.notJSON(error, call.request.body)
    }
    guard case .object(let row) = json else {
      throw ControlCall.refusal("the body is the row, a JSON object")
    }
    return (namespace, row)
  }

  private static func edit(
    _ operation: DataEdit.Operation, of key: String?, _ call: Call, _ namespace: Namespace
  ) throws(Fault) -> (key: String, values: JSONObject) {
    do throws(ProviderStateError) {
      return try namespace.edit(
        DataEdit(table: call["table"], key: key, operation), in: call["emulator"])
    } catch {
      guard !error.isNotDurable else {
        throw .controlNotDurable.filled(["what": error.description])
      }
      throw ControlCall.conflict(error.description)
    }
  }
}
