import GhostlightCore
public import HTTPTypes

extension MatchPart {
  /// Chosen header fields, each with all of its values in the order sent.
  ///
  /// A matcher looks at no field that is not named in such a part.
  public static func headers(_ names: HTTPField.Name...) -> MatchPart {
    MatchPart("header") { request, key in
      for name in names {
        let values = request.headers[values: name]
        key.append(values.count)
        for value in values { key.append(value) }
      }
    } compare: { request, recorded in
      names.compactMap { name in
        let actual = request.headers[values: name]
        let expected = recorded.headers[values: name]
        guard !actual.elementsEqual(expected) else { return nil }
        return MatchDifference(
          "header", at: name.rawName, actual: text(actual), recorded: text(expected))
      }
    }
  }

  /// One text for the values of a field, `nil` for none.
  private static func text(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
