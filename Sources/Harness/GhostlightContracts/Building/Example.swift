public import GhostlightCore

/// An example with the rule that says how far an answer may differ from it.
///
/// Written as literals it stands for itself: `["title": "x", "done": false]` must be equal. Rules
/// come by name: `.integer(1371040000000)`, `.regex("^[0-9a-f]{32}$", "0a…")`.
public indirect enum Example: Sendable, Hashable {
  /// A value that must be equal.
  case value(JSON)
  /// An object; its members have rules of their own.
  case object([Member])
  /// An array; its elements have rules of their own.
  case array([Example])
  /// An example with matchers.
  case matched(Example, [PactMatcher])
  /// An array whose elements all are like one example, which stands there some times.
  case elements(Example, min: Int?, max: Int?, count: Int)
  /// An array that has an element for each of these.
  case containing([Example])
  /// An example that is replaced before a request is sent.
  case generated(Example, PactGenerator)

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Example

    /// Makes a member.
    public init(_ name: String, _ value: Example) {
      self.name = name
      self.value = value
    }
  }
}

extension Example: ExpressibleByStringLiteral {
  /// A text that must be equal.
  public init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension Example: ExpressibleByStringInterpolation {}

extension Example: ExpressibleByIntegerLiteral {
  /// A number that must be equal.
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
}

extension Example: ExpressibleByFloatLiteral {
  /// A number that must be equal.
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
}

extension Example: ExpressibleByBooleanLiteral {
  /// A truth value that must be equal.
  public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
}

extension Example: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .value(.null) }
}

extension Example: ExpressibleByArrayLiteral {
  /// An array of as many elements.
  public init(arrayLiteral elements: Example...) { self = .array(elements) }
}

extension Example: ExpressibleByDictionaryLiteral {
  /// An object with at least these members.
  public init(dictionaryLiteral elements: (String, Example)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

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

/// An example taken apart into what a contract file keeps in three places.
struct LoweredExample {
  private(set) var value: JSON
  private(set) var rules: [PactRule] = []
  private(set) var generators: [PactGenerated] = []

  init(_ example: Example, at place: PactPath = .root) {
    value = .null
    value = lower(example, place)
  }

  private mutating func lower(_ example: Example, _ place: PactPath) -> JSON {
    switch example {
    case .value(let json): return json
    case .object(let members):
      var object = JSONObject()
      for member in members {
        object[member.name] = lower(member.value, place.appending(.member(member.name)))
      }
      return .object(object)
    case .array(let elements):
      return .array(
        elements.enumerated().map { lower($0.element, place.appending(.element($0.offset))) })
    case .matched(let inner, let matchers):
      rules.append(PactRule(place, matchers))
      return lower(inner, place)
    case .elements(let element, let min, let max, let count):
      rules.append(PactRule(place, [.type(min: min, max: max)]))
      let json = lower(element, place.appending(.anyElement))
      return .array(Array(repeating: json, count: Swift.max(count, 1)))
    case .containing(let elements):
      let lowered = elements.map { LoweredExample($0) }
      let variants = lowered.enumerated().map {
        PactVariant(index: $0.offset, rules: $0.element.rules)
      }
      rules.append(PactRule(place, [.arrayContains(variants)]))
      return .array(lowered.map(\.value))
    case .generated(let inner, let generator):
      let json = lower(inner, place)
      generators.append(PactGenerated(place, generator.typed(for: json)))
      return json
    }
  }
}

extension PactGenerator {
  /// The same generator, which knows of what kind the example is.
  fileprivate func typed(for example: JSON) -> PactGenerator {
    guard case .providerState(let expression, nil) = self else { return self }
    let type =
      switch example {
      case .string: "STRING"
      case .bool: "BOOLEAN"
      case .integer: "INTEGER"
      case .double, .decimal: "FLOAT"
      case .null, .array, .object: "RAW"
      }
    return .providerState(expression: expression, dataType: type)
  }
}

extension JSON {
  /// The value as a path, query or header holds it.
  var plainText: String { string ?? (isNull ? "" : text()) }
}
