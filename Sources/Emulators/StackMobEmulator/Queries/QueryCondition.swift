import GhostlightCore
import GhostlightEmulation

/// One `key=value` of a query (A10.1): `[or1].[and2].age[gte]=25`.
struct QueryCondition: Sendable, Hashable {
  /// The number behind `or`, where the condition stands in an OR block.
  var orBlock: Int?
  /// The number behind `and`, where it stands in a conjunction of the block.
  var conjunction: Int?
  var field: String
  var comparison: QueryOperator
  var value: String

  /// Reads a pair of the query.
  ///
  /// - Throws: ``Fault/badRequest`` where the key is malformed.
  init(_ item: QueryItem) throws(Fault) {
    var key = item.name[...]
    orBlock = Self.takePrefix("or", from: &key)
    conjunction = orBlock == nil ? nil : Self.takePrefix("and", from: &key)
    let parts = key.split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    let malformed = Fault.badRequest.because("\"\(item.name)\" is no [orN].[andM].field[operator]")
    guard let name = parts.first, !name.isEmpty else { throw malformed }
    field = String(name)
    value = item.value ?? ""
    guard parts.count == 2 else {
      comparison = .equals
      return
    }
    guard parts[1].last == "]", parts[1].count > 1,
      let found = QueryOperator(rawValue: String(parts[1].dropLast()))
    else { throw malformed }
    comparison = found
  }

  /// Takes `[name<number>].` off the front and answers the number.
  private static func takePrefix(_ name: String, from key: inout Substring) -> Int? {
    guard key.hasPrefix("[" + name), let close = key.firstIndex(of: "]") else { return nil }
    let digits = key[key.index(key.startIndex, offsetBy: name.count + 1)..<close]
    let rest = key[key.index(after: close)...]
    guard let number = Int(digits), rest.first == "." else { return nil }
    key = rest.dropFirst()
    return number
  }
}
