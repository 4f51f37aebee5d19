import GhostlightCore
import GhostlightEmulation

/// Functions of vectors and texts, and the clause `ORDER BY RANK` (B25).
extension SQLBinder {
  /// Returns a bound call of a function whose work depends on the policies of the container.
  mutating func bindSearch(
    _ function: SQLFunction, _ arguments: [SQLExpression], in scope: SQLScope
  ) throws(SQLError) -> SQLExpression {
    var bound: [SQLExpression] = []
    for argument in arguments { bound.append(try bind(argument, in: scope).folded) }
    switch function.name {
    case "VECTORDISTANCE":
      return .function(.vectorDistance(try metric(of: bound), vectors(bound)), bound)
    case "_VECTORSCORE":
      return .function(.vectorScore(try metric(of: bound), vectors(bound)), bound)
    default: break
    }
    let analyzer = TextAnalyzer(language: search.language(at: path(of: bound[0])))
    switch function.name {
    case "_FULLTEXTWORDCOUNT": return .function(.wordCount(analyzer), bound)
    case "_FULLTEXTSCORE":
      let terms = (bound[1].constantArray ?? []).compactMap(\.string)
      return .function(.score(analyzer, try phrases(terms, analyzer)), bound)
    default:
      for term in bound.dropFirst() where term.constant?.object != nil {
        throw .notEmulated("fuzzy full-text search")
      }
      let terms = bound.dropFirst().compactMap { $0.constant?.string }
      let known = terms.count == bound.count - 1 ? try phrases(terms, analyzer) : []
      return .function(.contains(function.name, analyzer, known), bound)
    }
  }

  private func phrases(
    _ terms: [String], _ analyzer: TextAnalyzer
  ) throws(SQLError) -> [TextPhrase] {
    var phrases: [TextPhrase] = []
    for term in terms {
      try budget.pay(text: term.utf8.count)
      phrases.append(TextPhrase(term, analyzer))
    }
    return phrases
  }

  /// Returns the vectors among the first two arguments of a call that are constants.
  private func vectors(_ arguments: [SQLExpression]) -> [SQLVector?] {
    arguments.prefix(2).map { $0.constantArray.flatMap(SQLVector.init) }
  }

  /// Returns the function that compares two vectors: that of the options, or else that of the
  /// container's policy.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs at c1244792, cosmos-db/query/vectordistance.md;
  ///   assumption: the words of the errors.
  private func metric(of arguments: [SQLExpression]) throws(SQLError) -> VectorMetric {
    if arguments.count > 2, arguments[2].constant?.bool == nil {
      throw .refused("The third argument of VectorDistance must be true or false.")
    }
    if arguments.count > 3 {
      guard let options = arguments[3].constant?.object else {
        throw .refused("The fourth argument of VectorDistance must be an object literal.")
      }
      if let type = options["dataType"],
        !VectorEmbedding.dataTypes.contains(type.string?.lowercased() ?? "")
      {
        throw .refused("VectorDistance has an invalid dataType: \(type.text()).")
      }
      if let name = options["distanceFunction"] {
        guard let metric = VectorMetric(name: name.string ?? "") else {
          throw .refused("VectorDistance has an invalid distanceFunction: \(name.text()).")
        }
        return metric
      }
    }
    for argument in arguments.prefix(2) {
      guard let path = path(of: argument), let metric = search.metrics[FieldPath(path)] else {
        continue
      }
      return metric
    }
    return .cosine
  }

  /// Returns the names on the path from the document to a bound expression's value; `nil` if the
  /// expression is not a path of the document.
  private func path(of expression: SQLExpression) -> [String]? {
    var names: [String] = []
    var rest = resolved(expression)
    while true {
      switch rest {
      case .member(let inner, let name):
        names.append(name)
        rest = inner
      case .element(let inner, .constant(.string(let name)?)):
        names.append(name)
        rest = inner
      case .slot(0): return names.reversed()
      default: return nil
      }
    }
  }
}

extension SQLBinder {
  /// Returns the bound clause `ORDER BY RANK` of a query.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs at c1244792, cosmos-db/query/rrf.md and
  ///   azure/cosmos-db/gen-ai/full-text-search-faq.yml; Azure/azure-cosmos-dotnet-v3 at 8c53d35,
  ///   LinqTranslationBaselineTests.TestWeightedRRF (`SC2229`); assumption: the other words.
  mutating func bind(
    _ rank: SQLRank, of query: SQLQuery, in scope: SQLScope
  ) throws(SQLError) -> SQLRank {
    guard query.sources.count == 1, query.groupKeys.isEmpty, !query.isDistinct,
      !query.selection.hasAggregate
    else {
      throw .refused(
        "ORDER BY RANK cannot be used together with JOIN, DISTINCT, GROUP BY or an aggregate.")
    }
    var bound = rank
    var parts = [rank.score]
    if case .call(let name, let arguments, let span) = rank.score, name.uppercased() == "RRF" {
      parts = arguments
      if let last = arguments.last, !last.isCall {
        parts.removeLast()
        bound.weights = try weights(last, of: parts.count, at: span, in: scope)
      }
      guard parts.count > 1 else { throw .wrongArity("RRF", 2...Int.max, at: span) }
      guard parts.count <= Self.mostScores else {
        throw .refused("RRF combines at most \(Self.mostScores) scores.", at: span)
      }
    }
    for part in parts { bound.components.append(try component(part, in: scope)) }
    return bound
  }

  /// The maximum number of scores that RRF combines, an assumption: each is in each component query.
  private static let mostScores = 32

  private mutating func weights(
    _ argument: SQLExpression, of count: Int, at span: SQLSpan, in scope: SQLScope
  ) throws(SQLError) -> [Double] {
    let weights = try bind(argument, in: scope).folded.constantArray?.compactMap(\.number)
    guard let weights, weights.count == count, weights.allSatisfy(\.isFinite) else {
      throw SQLError(
        "SC2229",
        "The last parameter of the RRF function is an optional array of weights. When present, it "
          + "must be a literal array of numbers, one for each of the component scores used for the "
          + "RRF function. The length of this array must be the same as the number of the component "
          + "scores.", at: span)
    }
    return weights
  }

  private mutating func component(
    _ score: SQLExpression, in scope: SQLScope
  ) throws(SQLError) -> SQLRank.Component {
    guard case .call(let name, let arguments, let span) = score else {
      throw .refused("ORDER BY RANK needs FullTextScore, VectorDistance or RRF.")
    }
    switch name.uppercased() {
    case "VECTORDISTANCE":
      _ = try bind(score, in: scope)
      return .vector(arguments)
    case "FULLTEXTSCORE":
      guard arguments.count > 1 else { throw .wrongArity("FULLTEXTSCORE", 2...Int.max, at: span) }
      guard path(of: try bind(arguments[0], in: scope)) != nil else {
        throw .refused("The first argument of FullTextScore must be a path.", at: span)
      }
      var terms: [String] = []
      for argument in arguments.dropFirst() {
        let value = try bind(argument, in: scope).folded.constant
        // Early clients send all terms in one array.
        for term in value?.array ?? [value ?? .null] {
          guard let text = term.string else {
            throw term.object == nil
              ? .refused("The terms of FullTextScore must be strings.", at: span)
              : .notEmulated("fuzzy full-text search")
          }
          terms.append(text)
        }
      }
      return .text(arguments[0], terms)
    default: throw .refused("ORDER BY RANK needs FullTextScore, VectorDistance or RRF.", at: span)
    }
  }
}

extension SQLExpression {
  /// Whether the expression, before binding, is a call.
  fileprivate var isCall: Bool {
    guard case .call = self else { return false }
    return true
  }
}

extension SQLOrder {
  /// Whether the bound expression is a score, so that no index has its order.
  var isScored: Bool { score != nil }

  /// The score that the bound expression is; `nil` for other expressions.
  var score: SQLScore? {
    guard case .function(let function, _) = expression else { return nil }
    return function.score
  }
}
