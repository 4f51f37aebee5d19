public import GhostlightCore

/// The generators of a request or response, which replace examples before it is sent.
///
/// A runner replaces examples in a request with values of provider states. Only stub servers
/// generate values in a response. Without generators, the examples are sent.
public struct PactGenerators: Sendable, Hashable {
  /// The generators for each part of the request or response.
  public var parts: [PactPart: [PactGenerated]]
  /// Generators for categories that are not parts of an HTTP message, which are preserved.
  public var extras: JSONObject

  /// Creates an empty set of generators, so that the examples are sent.
  public init() {
    parts = [:]
    extras = [:]
  }

  /// The generators for a part of the message; empty if there are none.
  public subscript(part: PactPart) -> [PactGenerated] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue.isEmpty ? nil : newValue }
  }
}

/// A rule that creates a value to replace an example.
///
/// Random values are the same in every run of the same interaction, so that recordings and reports
/// can be compared.
///
/// - Source: Pact Specification, version 4, "Generators".
public enum PactGenerator: Sendable, Hashable {
  /// A value that an expression reads from provider states: `${authorization}`.
  case providerState(expression: String, dataType: String?)
  /// A random whole number from `min` to `max`.
  case randomInteger(min: Int, max: Int)
  /// A random number with `digits` digits, one of them before the decimal point.
  case randomDecimal(digits: Int)
  /// A string of random hexadecimal digits.
  case randomHexadecimal(digits: Int)
  /// A string of `size` random letters and digits.
  case randomString(size: Int)
  /// A random `true` or `false`.
  case randomBoolean
  /// A random UUID in the format `simple`, `lower-case-hyphenated`, `upper-case-hyphenated` or
  /// `URN`.
  case uuid(format: String?)
  /// The current date, or the date that an expression such as `+ 1 day` describes; `format` uses
  /// Java's letters and is `nil` for ISO 8601.
  case date(format: String?, expression: String? = nil)
  /// The current time of day, or the time of an expression such as `+ 1 hour`; `format` uses Java's
  /// letters and is `nil` for ISO 8601.
  case time(format: String?, expression: String? = nil)
  /// The current date and time, or those of an expression such as `tomorrow @ noon`; `format` uses
  /// Java's letters and is `nil` for ISO 8601.
  case timestamp(format: String?, expression: String? = nil)
  /// A random string that the pattern matches as a whole.
  case regex(String)
  /// Another generator. `MockServerURL` is for stubs; an interaction with any other is skipped.
  case other(JSONObject)
}

/// A generator with the place of the example that it replaces.
///
/// The place is a path into a JSON body, the name of a header field, form field or query parameter,
/// or the root for a whole path.
public struct PactGenerated: Sendable, Hashable {
  /// The place of the example that is replaced.
  public var place: PactPath
  /// The rule that creates the value.
  public var generator: PactGenerator

  /// Creates a pair of place and generator.
  public init(_ place: PactPath, _ generator: PactGenerator) {
    self.place = place
    self.generator = generator
  }
}

extension PactGenerators {
  init(reading node: PactNode?) throws(PactError) {
    self.init()
    for (name, node) in try node?.members() ?? [] {
      guard let part = PactPart(rawValue: name) ?? (name == "headers" ? .header : nil) else {
        extras[name] = node.json
        continue
      }
      if part.isWhole {
        let whole = node["type"] == nil ? try node.members().first?.node : node
        if let whole { self[part] = [PactGenerated(.root, try PactGenerator(reading: whole))] }
        continue
      }
      for (place, node) in try node.members() {
        let path = try PactPath(place, in: part, at: node)
        self[part].append(PactGenerated(path, try PactGenerator(reading: node)))
      }
    }
  }
}

extension PactGenerator {
  init(reading node: PactNode) throws(PactError) {
    let object = try node.object()
    switch try node.required("type").string() {
    case "ProviderState":
      self = .providerState(
        expression: try node.required("expression").string(),
        dataType: try node["dataType"]?.string())
    case "RandomInt":
      let (low, high) = (
        try node["min"]?.integer(Self.range) ?? 0, try node["max"]?.integer(Self.range) ?? 10
      )
      guard low <= high else { throw node.error("\"min\" is greater than \"max\"") }
      self = .randomInteger(min: low, max: high)
    case "RandomDecimal":
      self = .randomDecimal(digits: try node["digits"]?.integer(1...100) ?? 10)
    case "RandomHexadecimal":
      self = .randomHexadecimal(digits: try node["digits"]?.integer(1...1000) ?? 10)
    case "RandomString":
      self = .randomString(size: try node["size"]?.integer(0...100_000) ?? 20)
    case "RandomBoolean": self = .randomBoolean
    case "Uuid": self = .uuid(format: try node["format"]?.string())
    case let name where ["Date", "Time", "DateTime"].contains(name):
      let (format, expression) = (
        try node["format"]?.string(), try node["expression"]?.string()
      )
      if let expression, DateExpression.milliseconds(expression, from: 0) == nil {
        self = .other(object)
      } else if name == "Date" {
        self = .date(format: format, expression: expression)
      } else {
        self =
          name == "Time"
          ? .time(format: format, expression: expression)
          : .timestamp(format: format, expression: expression)
      }
    case "Regex":
      let pattern = try node.required("regex").string()
      self = Pattern(pattern) == nil ? .other(object) : .regex(pattern)
    default: self = .other(object)
    }
  }

  /// The reason why the generator is not supported; `nil` if it is.
  var refusal: String? {
    guard case .other(let object) = self, object["type"] != "MockServerURL" else { return nil }
    let detail = ["expression", "regex"].compactMap { object[$0]?.string }.first
    return "the generator \"\(object["type"]?.string ?? "")\""
      + (detail.map { " with \"\($0)\"" } ?? "") + " is not supported"
  }

  private static let range: ClosedRange<Int64> = -2_147_483_648...2_147_483_647
}

extension PactGenerators {
  var json: JSON? {
    var object = extras
    for (part, list) in parts {
      if part.isWhole {
        object[part.rawValue] = list.first?.generator.json
        continue
      }
      var places = JSONObject()
      for generated in list {
        places[generated.place.text(in: part)] = generated.generator.json
      }
      object[part.rawValue] = .object(places)
    }
    return object.isEmpty ? nil : .object(object)
  }
}

extension PactGenerator {
  var json: JSON {
    switch self {
    case .providerState(let expression, let type):
      Self.json(
        "ProviderState", ["expression": .string(expression), "dataType": type.map(JSON.string)])
    case .randomInteger(let min, let max):
      Self.json("RandomInt", ["min": JSON(count: min), "max": JSON(count: max)])
    case .randomDecimal(let digits): Self.json("RandomDecimal", ["digits": JSON(count: digits)])
    case .randomHexadecimal(let digits):
      Self.json("RandomHexadecimal", ["digits": JSON(count: digits)])
    case .randomString(let size): Self.json("RandomString", ["size": JSON(count: size)])
    case .randomBoolean: Self.json("RandomBoolean")
    case .uuid(let format): Self.json("Uuid", ["format": format.map(JSON.string)])
    case .date(let format, let expression):
      Self.json("Date", Self.members(format, expression))
    case .time(let format, let expression):
      Self.json("Time", Self.members(format, expression))
    case .timestamp(let format, let expression):
      Self.json("DateTime", Self.members(format, expression))
    case .regex(let pattern): Self.json("Regex", ["regex": .string(pattern)])
    case .other(let object): .object(object)
    }
  }

  private static func members(
    _ format: String?, _ expression: String?
  ) -> KeyValuePairs<String, JSON?> {
    ["format": format.map(JSON.string), "expression": expression.map(JSON.string)]
  }

  private static func json(
    _ name: String, _ members: KeyValuePairs<String, JSON?> = [:]
  ) -> JSON {
    var object: JSONObject = ["type": .string(name)]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}
