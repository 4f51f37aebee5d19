import GhostlightCore
import GhostlightEmulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Functions of full-text search (B25).
extension SQLFunction {
  static let texts: [SQLFunction] = [
    "FULLTEXTCONTAINS", "FULLTEXTCONTAINSALL", "FULLTEXTCONTAINSANY",
  ]
  .map { contains($0, TextAnalyzer(language: SearchPolicy.english), []) }

  /// Functions that only the queries of a query plan contain.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPartitionProviderTests.
  static let ofPlans: [String: SQLFunction] = {
    let english = TextAnalyzer(language: SearchPolicy.english)
    let functions = [wordCount(english), score(english, []), vectorScore(.cosine, [nil, nil])]
    return functions.reduce(into: [:]) { $0[$1.name] = $1 }
  }()

  /// Returns a function that finds terms in a text.
  ///
  /// The array `known` has the terms, or is empty if they are not constants.
  static func contains(
    _ name: String, _ analyzer: TextAnalyzer, _ known: [TextPhrase]
  ) -> SQLFunction {
    let arity = name == "FULLTEXTCONTAINS" ? 2...2 : 2...Int.max
    let isAny = name == "FULLTEXTCONTAINSANY"
    return SQLFunction(name, arity, isOfSearch: true) { arguments, context throws(SQLError) in
      guard let words = try words(of: arguments[0], analyzer, context) else { return nil }
      var phrases = known
      if phrases.isEmpty {
        for argument in arguments.dropFirst() {
          guard let term = argument?.string else { return nil }
          try context.budget.pay(text: term.utf8.count)
          phrases.append(TextPhrase(term, analyzer))
        }
      }
      try context.budget.pay(words.count, times: phrases.reduce(0) { $0 + $1.length })
      return .bool(
        isAny
          ? phrases.contains { $0.count(in: words) > 0 }
          : phrases.allSatisfy { $0.count(in: words) > 0 })
    }
  }

  /// Returns the function `_FullTextWordCount`, whose sum gives the average length of a text.
  static func wordCount(_ analyzer: TextAnalyzer) -> SQLFunction {
    SQLFunction("_FULLTEXTWORDCOUNT", 1...1, isOfSearch: true) {
      arguments, context throws(SQLError) in
      try words(of: arguments[0], analyzer, context).map { .integer(Int64($0.count)) }
    }
  }

  /// Returns the function `_FullTextScore`, the score BM25 of a text.
  ///
  /// Its arguments are the text, the terms, the number of documents, the number of words in all
  /// texts, and the number of texts with each term. The score of a value that is not a text is 0.
  ///
  /// - Source: protocol reference B25. Assumption: the constants 1.2 and 0.75.
  static func score(_ analyzer: TextAnalyzer, _ known: [TextPhrase]) -> SQLFunction {
    SQLFunction("_FULLTEXTSCORE", 5...5, score: .component, isOfSearch: true) {
      arguments, context throws(SQLError) in
      guard let words = try words(of: arguments[0], analyzer, context) else { return 0 }
      guard let documents = arguments[2]?.number, let total = arguments[3]?.number,
        let hits = arguments[4]?.array, hits.count == known.count
      else { return nil }
      try context.budget.pay(words.count, times: known.reduce(0) { $0 + $1.length })
      let average = max(1, total) / max(1, documents)
      let length = 0.25 + 0.75 * Double(words.count) / average
      var score = 0.0
      for (phrase, hit) in zip(known, hits) {
        let count = Double(phrase.count(in: words))
        guard count > 0, let hit = hit.number else { continue }
        let rarity = log(1 + max(0, documents - hit + 0.5) / (hit + 0.5))
        score += rarity * count * 2.2 / (count + 1.2 * length)
      }
      return SQLNumber.json(score)
    }
  }

  private static func words(
    of value: JSON?, _ analyzer: TextAnalyzer, _ context: SQLContext
  ) throws(SQLError) -> [String]? {
    guard let text = value?.string else { return nil }
    // A word of five letters is about as much work as five units.
    try context.budget.pay(text.utf8.count)
    return analyzer.words(of: text)
  }
}
