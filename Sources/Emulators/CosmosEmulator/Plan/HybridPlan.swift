import GhostlightCore

/// The plan of a query with `ORDER BY RANK`: a query for statistics, and a query for each score
/// (B25).
///
/// A client runs the first query over all documents, writes its result into the others, and merges
/// the rows of the others by their ranks.
///
/// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPartitionProviderTests, and
///   Azure/azure-sdk-for-js, cosmos/test/internal/unit/hybridExecutionContext.spec.ts, which have the
///   texts; assumption: the number of rows of each score.
struct HybridPlan {
  /// The query for one score.
  struct Component {
    let score: String
    let query: String
    let isDescending: Bool
  }

  private let planner: QueryPlanner
  private let rank: SQLRank
  let weights: [Double]?
  let skip: Int64?
  let take: Int64?

  /// The minimum number of rows of each score, so that documents meet in several scores.
  private static let fewestRows: Int64 = 120

  static let documentCount = "{documentdb-formattablehybridsearchquery-totaldocumentcount}"
  static let filter = "{documentdb-formattableorderbyquery-filter}"

  static func wordCount(_ number: Int) -> String {
    "{documentdb-formattablehybridsearchquery-totalwordcount-\(number)}"
  }

  static func hitCounts(_ number: Int) -> String {
    "{documentdb-formattablehybridsearchquery-hitcountsarray-\(number)}"
  }

  init(_ statement: SQLStatement) { self.init(QueryPlanner(statement)) }

  /// Creates the plan of a query, which must have the clause.
  init(_ planner: QueryPlanner) {
    self.planner = planner
    rank = planner.bound.rank ?? SQLRank(score: .constant(nil))
    weights = rank.weights
    skip = planner.count(planner.bound.offset).integer
    take = planner.count(planner.bound.top ?? planner.bound.limit).integer
  }

  var requiresStatistics: Bool {
    rank.components.contains { component in
      guard case .text = component else { return false }
      return true
    }
  }

  /// The query for the number of documents, and for the numbers of words and hits of each text.
  var statistics: String {
    let texts = rank.components.compactMap { component -> String? in
      guard case .text(let path, let terms) = component else { return nil }
      let hits = terms.map { "COUNTIF(FullTextContains(\(path.text), \(JSON.string($0).text())))" }
      return "{\"totalWordCount\": SUM(_FullTextWordCount(\(path.text))), \"hitCounts\": "
        + "[\(hits.joined(separator: ", "))]}"
    }
    return "SELECT COUNT(1) AS documentCount, [\(texts.joined(separator: ", "))] AS "
      + "fullTextStatistics\nFROM \(planner.parsed.sourcesText)"
  }

  private var scores: [String] {
    rank.components.enumerated().map { number, component in
      switch component {
      case .vector(let arguments): return "_VectorScore(\(SQLExpression.list(arguments)))"
      case .text(let path, let terms):
        let list = terms.map { JSON.string($0).text() }.joined(separator: ", ")
        return "_FullTextScore(\(path.text), [\(list)], \(Self.documentCount), "
          + "\(Self.wordCount(number)), \(Self.hitCounts(number)))"
      }
    }
  }

  private var top: Int64? { take.map { max(Self.fewestRows, $0 + (skip ?? 0)) } }

  var components: [Component] {
    let scores = scores
    let root = planner.parsed.sources.first?.alias ?? "root"
    let payload =
      "{\"payload\": \(planner.payload(root)), \"componentScores\": "
      + "[\(scores.joined(separator: ", "))]}"
    var filter = Self.filter
    if let condition = planner.parsed.condition { filter = "\(condition.text) AND (\(filter))" }
    if case .value(let expression) = planner.parsed.selection {
      filter = "(\(filter)) AND IS_DEFINED(\(expression.text))"
    }
    let first = top.map { "TOP \($0) " } ?? ""
    return scores.enumerated().map { number, score in
      let isDescending = (weights?[number] ?? 1) >= 0
      return Component(
        score: score,
        query:
          "SELECT \(first)\(root)._rid, [{\"item\": \(score)}] AS orderByItems, \(payload) AS payload\n"
          + "FROM \(planner.parsed.sourcesText)\nWHERE (\(filter))\nORDER BY \(score) "
          + (isDescending ? "DESC" : "ASC"),
        isDescending: isDescending)
    }
  }

  var json: JSON {
    let queries = components.map { component -> JSON in
      [
        "distinctType": "None", "top": top.map { .integer($0) } ?? .null, "offset": .null,
        "limit": .null, "orderBy": [component.isDescending ? "Descending" : "Ascending"],
        "orderByExpressions": [.string(component.score)], "groupByExpressions": [],
        "groupByAliases": [], "aggregates": [], "groupByAliasToAggregateType": [:],
        "rewrittenQuery": .string(component.query), "hasSelectValue": false, "dCountInfo": .null,
        "hasNonStreamingOrderBy": true,
      ]
    }
    var object: JSONObject = [
      "globalStatisticsQuery": .string(statistics), "componentQueryInfos": .array(queries),
      "componentWithoutPayloadQueryInfos": [], "projectionQueryInfo": .null,
    ]
    object["componentWeights"] = weights.map { .array($0.map(SQLNumber.json)) }
    object["skip"] = skip.map { .integer($0) } ?? .null
    object["take"] = take.map { .integer($0) } ?? .null
    object["requiresGlobalStatistics"] = .bool(requiresStatistics)
    return .object(object)
  }
}
