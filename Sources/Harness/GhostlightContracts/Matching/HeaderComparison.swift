import GhostlightCore

/// Holds header fields against what is promised about them.
enum HeaderComparison {
  private static let parameterized = ["content-type", "accept"]

  /// Whether the values are the same; lists may be split in other ways, and a media type may have
  /// more parameters.
  static func agree(_ field: PactField, _ actual: [String]) -> Bool {
    guard parameterized.contains(field.name.lowercased()) else {
      return HeaderValues.split(field.values, of: field.name)
        == HeaderValues.split(actual, of: field.name)
    }
    let pairs = zip(field.values.map(MediaType.init), actual.map(MediaType.init))
    return field.values.count == actual.count
      && pairs.allSatisfy { wanted, came in
        wanted.name == came.name
          && wanted.parameters.allSatisfy { came.parameters[$0.key] == $0.value }
      }
  }

  /// What is wrong with values by a rule, which each element of a list must match.
  static func failures(
    _ rule: PactRule, _ field: PactField, _ actual: [String], at place: String
  ) -> [ContractFailure] {
    HeaderValues.split(actual, of: field.name).enumerated().compactMap { index, text in
      let example = JSON.string(field.values[index, or: field.values.first ?? ""])
      let results = rule.matchers.map { matcher in
        switch matcher {
        case .equality: example.plainText == text
        default: matcher.admits(.string(text), isText: true)
        }
      }
      let holds = rule.combination == .or ? results.contains(true) : !results.contains(false)
      guard !holds else { return nil }
      let words = rule.matchers.map { $0.words(for: example) }
      let glue = rule.combination == .or ? ", or " : ", and "
      return ContractFailure(at: place, expected: words.joined(separator: glue), actual: text)
    }
  }
}

extension [String] {
  fileprivate subscript(index: Int, or fallback: String) -> String {
    indices.contains(index) ? self[index] : fallback
  }
}
