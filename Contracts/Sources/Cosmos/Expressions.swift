import GhostlightContracts
import GhostlightCore

/// Promises about operators and functions of the query language.
enum Expressions {
  static let pact = Pact.cosmos {
    operators
    functions
    filters
  }

  /// Returns an interaction that queries `expression` on the lamp document; if `value` is `nil`,
  /// the result has no row.
  private static func value(
    _ expression: String, _ value: JSON?, _ section: String, _ evidence: Evidence...
  ) -> Interaction {
    .step(
      "the value of \(expression)", [.protocolReference(section)] + evidence,
      given: Shop.oneLamp,
      PactRequest.sql("SELECT VALUE \(expression) FROM c").keyed("light"),
      .feed("Documents", value.map { [.value($0)] } ?? []), route: "Query documents")
  }

  private static let operatorPage = Evidence.documentation("SQL, \"Operators\"")

  private static let operatorRows: [(expression: String, value: JSON?)] = [
    ("c.price + 2 * 3 - 1", 25), ("7 % 4", 3), ("7 / 2", 3.5), ("-c.price", -20),
    ("c.price + 'a'", .none), ("c.none + 1", .none), ("6 & 3 | 8", 10), ("~5", -6),
    ("1 << 4", 16), ("-1 >>> 28", 15), ("'a' || c.kind", "alight"), ("c.price = 20", true),
    ("c.price = '20'", false), ("c.none = 1", .none), ("c.price != 20", false),
    ("{'h': 2, 'w': 1} = c.size", true), ("[1, 2] = [2, 1]", false), ("'b' > 'a'", true),
    ("1 < 'a'", .none), ("c.none = 1 OR true", true), ("c.none = 1 AND false", false),
    ("NOT (c.none = 1)", .none), ("c.price IN (5, 20)", true), ("c.price NOT IN (5, 20)", false),
    ("c.price BETWEEN 20 AND 21", true), ("c.code LIKE 'L_'", true),
    ("c.code LIKE '[A-K]%'", false), ("c.none ?? 'no'", "no"),
    ("c.price > 10 ? 'dear' : 'cheap'", "dear"), ("c.none ? 1 : 2", 2), ("c['price']", 20),
    ("c.tags[1]", "old"), ("c.tags[9]", .none),
  ]

  @InteractionBuilder private static var operators: [Interaction] {
    for row in operatorRows { value(row.expression, row.value, "B14.2", operatorPage) }
  }

  private static let functionPage = Evidence.documentation("SQL, \"System functions\"")

  private static let functionRows: [(expression: String, value: JSON?)] = [
    ("IS_DEFINED(c.none)", false), ("IS_NULL(null)", true), ("IS_STRING(c.kind)", true),
    ("IS_ARRAY(c.tags)", true), ("IS_OBJECT(c.size)", true), ("IS_PRIMITIVE(c.size)", false),
    ("CONCAT(c.kind, '-', c.code)", "light-L1"), ("CONTAINS(c.kind, 'GH', true)", true),
    ("STARTSWITH(c.kind, 'li')", true), ("ENDSWITH(c.kind, 'li')", false),
    ("INDEX_OF(c.kind, 'h')", 3), ("LENGTH(c.kind)", 5), ("UPPER(c.kind)", "LIGHT"),
    ("SUBSTRING(c.kind, 1, 3)", "igh"), ("REPLACE(c.kind, 'l', 'f')", "fight"),
    ("TRIM('  a ')", "a"), ("ABS(-1.5)", 1.5), ("FLOOR(1.5)", 1), ("ROUND(2.4)", 2),
    ("POWER(2, 10)", 1024), ("ARRAY_LENGTH(c.tags)", 2), ("ARRAY_CONTAINS(c.tags, 'old')", true),
    ("ARRAY_CONCAT(c.tags, ['new'])", ["desk", "old", "new"]),
    ("ARRAY_SLICE(c.tags, 1)", ["old"]), ("ToString(c.price)", "20"), ("LENGTH(c.price)", .none),
  ]

  @InteractionBuilder private static var functions: [Interaction] {
    for row in functionRows { value(row.expression, row.value, "B14.4", functionPage) }
  }

  private static let filterRows: [(filter: String, ids: [String])] = [
    ("c.maker = null", ["stool"]), ("c.maker != null", []),
    ("NOT IS_DEFINED(c.maker)", ["lamp", "torch", "chair"]),
    ("c.price >= 15.5 AND c.price <= 20", ["lamp", "stool"]),
    ("c.kind = 'seat' OR c.price = 5", ["torch", "chair", "stool"]),
    ("c.id IN ('chair', 'lamp', 'none')", ["lamp", "chair"]),
    ("ARRAY_CONTAINS(c.tags, 'old')", ["lamp", "chair"]),
    ("STARTSWITH(c.code, 'S')", ["chair", "stool"]), ("c.size.h = 2", ["lamp"]),
    ("c.code", []), ("c._ts > 0 AND c.id != 'lamp'", ["torch", "chair", "stool"]),
  ]

  @InteractionBuilder private static var filters: [Interaction] {
    for row in filterRows {
      Interaction.step(
        "the documents for which \(row.filter)",
        [.protocolReference("B14.3"), .documentation("SQL, \"WHERE\"")], given: Shop.full,
        PactRequest.sql("SELECT VALUE c.id FROM c WHERE \(row.filter)").acrossPartitions(),
        .feed("Documents", row.ids.map { "\($0)" }), route: "Query documents")
    }
  }
}
