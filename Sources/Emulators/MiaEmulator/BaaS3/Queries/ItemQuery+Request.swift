import GhostlightCore
import GhostlightEmulation

extension ItemQuery {
  /// Reads the query of a request.
  ///
  /// - Throws: The first thing that is not understood.
  init(_ call: Call) throws(Fault) {
    try self.init(try Self.object(of: call), within: call.budget)
  }

  /// The object that a query string says in one of three ways: it is the object, it has the object
  /// as `mongoQuery`, or it has plain parameters.
  ///
  /// Libraries that take it for the name of a parameter write `=` behind it, which is no part of it.
  ///
  /// - Throws: That it is no JSON though it starts like it.
  static func object(of call: Call) throws(Fault) -> JSONObject {
    let request = call.request
    guard let raw = request.target.rawQuery, !raw.isEmpty else { return [:] }
    try call.budget.spend(bytes: raw.utf8.count)
    if raw.hasPrefix("{") || raw.lowercased().hasPrefix("%7b") {
      guard let text = PercentEncoding.decode(raw) else {
        throw unreadable("an escape is malformed")
      }
      return try parse(text.hasSuffix("}=") ? String(text.dropLast()) : text)
    }
    guard let items = request.target.queryItems else {
      throw unreadable("an escape is malformed")
    }
    if let item = items.first(where: { $0.name == "mongoQuery" }) {
      return try parse(item.value ?? "")
    }
    // Each name is looked for among those before it.
    try call.budget.spend(items.count, times: items.count >> 3)
    return plain(items)
  }

  private static func parse(_ text: String) throws(Fault) -> JSONObject {
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch { throw unreadable("\(error)") }
    guard case .object(let object) = value else { throw unreadable("it is no object") }
    return object
  }

  private static func unreadable(_ problem: String) -> Fault {
    Fault.baasBadQuery.filled(["problem": problem])
  }

  /// The base fields that are text, whatever it looks like.
  private static let texts: Set<String> = ["id", "creatorId", "updaterId"]

  /// Equality on fields; of a field that stands twice both hold.
  private static func plain(_ items: [QueryItem]) -> JSONObject {
    var object = JSONObject()
    var others: [JSON] = []
    for item in items {
      let isPaging = item.name == "skip" || item.name == "limit"
      let name = isPaging ? "$" + item.name : item.name
      let text = JSON.string(item.value ?? "")
      let value = texts.contains(item.name) ? text : number(item.value ?? "") ?? text
      if object[name] == nil || name.hasPrefix("$") {
        object[name] = value
      } else {
        others.append([name: value])
      }
    }
    if !others.isEmpty { object["$and"] = .array(others) }
    return object
  }

  /// A whole number or a decimal, without exponent.
  private static func number(_ text: String) -> JSON? {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    guard isPlain else { return .none }
    do throws(JSONError) { return try JSON.parse(text) } catch { return .none }
  }
}
