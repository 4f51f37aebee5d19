public import GhostlightCore

/// An example value with the rules for how far an actual value may differ from it.
///
/// Use it to write contracts in Swift. An actual value must equal a literal: `["title": "x",
/// "done": false]`. Other rules have a function, such as ``integer(_:)`` and ``regex(_:_:)``.
/// Examples nest, and ``PactRequest`` and ``PactResponse`` split them into the values, rules and
/// generators of a contract file.
///
/// ```swift
/// import GhostlightContracts
///
/// let note: Example = [
///   "note_id": .regex("^[0-9a-f]{32}$", "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d"),
///   "title": "Hello",
///   "createddate": .integer(1_371_040_000_000),
/// ]
/// ```
public indirect enum Example: Sendable, Hashable {
  /// A value that the actual value must equal.
  case value(JSON)
  /// An object whose members each have an example.
  case object([Member])
  /// An array whose elements each have an example.
  case array([Example])
  /// An example whose actual value must satisfy all of the matchers.
  case matched(Example, [PactMatcher])
  /// An array whose elements all match one example, which the contract file repeats `count` times.
  case elements(Example, min: Int?, max: Int?, count: Int)
  /// An array that has a matching element for each of the examples, in any order.
  case containing([Example])
  /// An example that the generator replaces before a request is sent.
  case generated(Example, PactGenerator)

  /// A member of an object example.
  ///
  /// Dictionary literals create members in the order in which they are written. Two members must
  /// not have the same name. An object in a response may have more members than its example.
  public struct Member: Sendable, Hashable {
    /// The name of the member, which must be equal.
    public var name: String
    /// The example for the member's value.
    public var value: Example

    /// Creates a member from a name and an example for its value.
    public init(_ name: String, _ value: Example) {
      self.name = name
      self.value = value
    }
  }
}

extension Example: ExpressibleByStringLiteral {
  /// Creates an example that only an equal string matches.
  public init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension Example: ExpressibleByStringInterpolation {}

extension Example: ExpressibleByIntegerLiteral {
  /// Creates an example that only an equal integer matches.
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
}

extension Example: ExpressibleByFloatLiteral {
  /// Creates an example that only an equal number matches.
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
}

extension Example: ExpressibleByBooleanLiteral {
  /// Creates an example that only an equal Boolean matches.
  public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
}

extension Example: ExpressibleByNilLiteral {
  /// Creates an example that only `null` matches.
  public init(nilLiteral: ()) { self = .value(.null) }
}

extension Example: ExpressibleByArrayLiteral {
  /// Creates an example for an array with the same number of elements, each of which must match.
  public init(arrayLiteral elements: Example...) { self = .array(elements) }
}

extension Example: ExpressibleByDictionaryLiteral {
  /// Creates an example for an object that has at least the given members.
  public init(dictionaryLiteral elements: (String, Example)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

/// Functions that create an example for each kind of rule.
extension Example {
  /// Returns an example that the actual value must equal, even inside ``like(_:)``.
  public static func exactly(_ example: Example) -> Example { .matched(example, [.equality]) }

  /// Returns an example for a value of the same JSON type.
  ///
  /// Values inside it may also differ, but must have the types of the example.
  public static func like(_ example: Example) -> Example {
    .matched(example, [.type(min: nil, max: nil)])
  }

  /// Returns an example for a string that the pattern matches as a whole.
  public static func regex(_ pattern: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.regex(pattern)])
  }

  /// Returns an example for a string that contains `part`, which is also the example.
  public static func including(_ part: String) -> Example {
    .matched(.value(.string(part)), [.include(part)])
  }

  /// Returns an example for a string that contains `part`.
  public static func including(_ part: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.include(part)])
  }

  /// Returns an example for a number without a fraction.
  public static func integer(_ example: Int64) -> Example {
    .matched(.value(.integer(example)), [.integer])
  }

  /// Returns an example for a number with a fraction.
  public static func decimal(_ example: Double) -> Example {
    .matched(.value(.double(example)), [.decimal])
  }

  /// Returns an example for any number.
  public static func number(_ example: Double) -> Example {
    .matched(.value(.double(example)), [.number])
  }

  /// Returns an example for `true` or `false`.
  public static func boolean(_ example: Bool) -> Example {
    .matched(.value(.bool(example)), [.boolean])
  }

  /// Returns an example for any value that is not `null` and not empty.
  public static func notEmpty(_ example: Example) -> Example { .matched(example, [.notEmpty]) }

  /// Returns an example for a date in a format such as `yyyy-MM-dd`.
  public static func date(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.date(format)])
  }

  /// Returns an example for a time in a format such as `HH:mm:ss`.
  public static func time(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.time(format)])
  }

  /// Returns an example for a date with a time, in a format such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
  public static func timestamp(_ format: String, _ example: String) -> Example {
    .matched(.value(.string(example)), [.timestamp(format)])
  }

  /// Returns an example for a semantic version.
  public static func semver(_ example: String) -> Example {
    .matched(.value(.string(example)), [.semver])
  }

  /// Returns an example for an array whose elements all match `element`, by default at least one.
  ///
  /// `count` is the number of times that the contract file repeats `element`.
  public static func eachLike(
    _ element: Example, min: Int? = 1, max: Int? = nil, count: Int = 1
  ) -> Example { .elements(element, min: min, max: max, count: count) }

  /// Returns an example for an array that has a matching element for each example, in any order.
  public static func arrayContaining(_ elements: Example...) -> Example { .containing(elements) }

  /// Returns an example for an object or array in which every value matches the matchers.
  public static func eachValue(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, [.eachValue(matchers)])
  }

  /// Returns an example for an object in which every key matches the matchers.
  public static func eachKey(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, [.eachKey(matchers)])
  }

  /// Returns an example for a value that matches all of the matchers.
  public static func all(_ matchers: PactMatcher..., of example: Example) -> Example {
    .matched(example, matchers)
  }

  /// Returns an example that a runner replaces with a value of a provider state, such as
  /// `${authorization}`.
  ///
  /// Only requests support it. If the values of provider states are unknown, as in a recording, the
  /// example itself is sent.
  public static func fromState(_ expression: String, _ example: Example) -> Example {
    .generated(example, .providerState(expression: expression, dataType: nil))
  }
}

/// An example split into the three places in which a contract file stores it.
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
  /// Adds the data type of `example` to a generator that reads a provider state and has no data
  /// type.
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
  /// The value as plain text for a path, query or header field; a string is not quoted.
  var plainText: String { string ?? (isNull ? "" : text()) }
}
