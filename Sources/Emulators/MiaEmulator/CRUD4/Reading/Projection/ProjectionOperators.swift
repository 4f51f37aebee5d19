import GhostlightCore
import GhostlightEmulation

/// The check of the names after dollar signs in the text of `_rawp` (A7).
///
/// The service searches the text itself, so that a dollar sign in a string counts too.
///
/// - Source: crud-service 7.2.5, lib/projectionUtils.js, `checkAllowedOperators`, and lib/consts.js.
struct ProjectionOperators {
  private let target: CRUDTarget
  private let columns: Set<BytewiseString>?

  private static let allowed: Set<String> = [
    "$eq", "$gt", "$gte", "$in", "$lt", "$lte", "$ne", "$nin", "$and", "$not", "$nor", "$or",
    "$exists", "$type", "$cond", "$regexMatch", "$mod", "$all", "$elemMatch", "$size", "$filter",
    "$reduce", "$concatArrays", "$first", "$map", "$dateToString",
  ]
  private static let forbidden: Set<String> = [
    "$$ROOT", "$$CURRENT", "$$PRUNE", "$$DESCEND", "$$KEEP", "$$CLUSTER_TIME", "$$REMOVE", "$$NOW",
  ]

  /// Creates a check for the fields of a collection, or for the columns that the caller may read.
  init(_ target: CRUDTarget, columns: Set<BytewiseString>?) {
    self.target = target
    self.columns = columns
  }

  /// - Throws: ``Fault/crudProjectionOperator`` for the first name that is not allowed.
  func check(_ text: String) throws(Fault) {
    var rest = text.utf8[...]
    let dollar = UInt8(ascii: "$")
    while let start = rest.firstIndex(of: dollar) {
      let dollars = rest[start...].prefix { $0 == dollar }
      let letters = rest[dollars.endIndex...].prefix(while: isOfName)
      rest = rest[letters.endIndex...]
      // The service's pattern has one or two dollar signs directly before the name.
      guard !letters.isEmpty else { continue }
      let name = String(decoding: letters, as: UTF8.self)
      if dollars.count > 1 {
        guard !Self.forbidden.contains("$$" + name) else { throw Self.refused("$$" + name) }
      } else if !Self.allowed.contains("$" + name), !isField(name) {
        throw Self.refused("$" + name)
      }
    }
  }

  private static func refused(_ name: String) -> Fault {
    .crudProjectionOperator.filled(["name": name])
  }

  private func isField(_ name: String) -> Bool {
    columns?.contains(BytewiseString(name)) ?? (target.definition.field(name) != nil)
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): target.line == .seven
    default: false
    }
  }
}
