import GhostlightCore

/// The rules by name.
extension Example {
  /// A value that must be equal, even below ``like(_:)``.
  public static func exactly(_ example: Example) -> Example { .matched(example, [.equality]) }

  /// A value of the same kind, and so are all below it.
  public static func like(_ example: Example) -> Example {
    .matched(example, [.type(min: nil, max: nil)])
  }

  /// A text in which the pattern is found; anchor it with `^` and `$`.
  public static func regex(_ pattern: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.regex(pattern)])
  }

  /// A text that contains the example.
  public static func including(_ part: String) -> Example {
    .matched(.value(.string(part)), [.include(part)])
  }

  /// A text that contains `part`, such as the example.
  public static func including(_ part: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.include(part)])
  }

  /// A number without a fraction.
  public static func integer(_ example: Int64) -> Example {
    .matched(.value(.integer(example)), [.integer])
  }

  /// A number with a fraction.
  public static func decimal(_ example: Double) -> Example {
    .matched(.value(.double(example)), [.decimal])
  }

  /// Any number.
  public static func number(_ example: Double) -> Example {
    .matched(.value(.double(example)), [.number])
  }

  /// `true` or `false`.
  public static func boolean(_ example: Bool) -> Example {
    .matched(.value(.bool(example)), [.boolean])
  }

  /// Anything but nothing.
  public static func notEmpty(_ example: Example) -> Example { .matched(example, [.notEmpty]) }

  /// A date in a format such as `yyyy-MM-dd`.
  public static func date(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.date(format)])
  }

  /// A time in a format such as `HH:mm:ss`.
  public static func time(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.time(format)])
  }

  /// A date with a time in a format such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
  public static func timestamp(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.timestamp(format)])
  }

  /// A semantic version.
  public static func semver(_ example: String) -> Example {
    .matched(.value(.string(example)), [.semver])
  }

  /// An array whose elements are all like `element`; at least one unless `min` says otherwise.
  ///
  /// `count` is how often the example stands in the file.
  public static func eachLike(
    _ element: Example, min: Int? = 1, max: Int? = nil, count: Int = 1
  ) -> Example { .elements(element, min: min, max: max, count: count) }

  /// An array that has, among others and in any order, an element like each of these.
  public static func arrayContaining(_ elements: Example...) -> Example { .containing(elements) }

  /// An object or array all of whose values match the rules.
  public static func eachValue(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, [.eachValue(matchers)])
  }

  /// An object all of whose keys match the rules.
  public static func eachKey(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, [.eachKey(matchers)])
  }

  /// A value for all of several rules.
  public static func all(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, matchers)
  }

  /// A value that a provider state answers, by an expression such as `${authorization}`.
  ///
  /// Only requests take it; the example is sent where no state answers.
  public static func fromState(_ expression: String, _ example: Example) -> Example {
    .generated(example, .providerState(expression: expression, dataType: nil))
  }
}
