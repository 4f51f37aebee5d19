public import GhostlightCore

/// The generators of a message, which replace examples before it is sent.
///
/// In a request, values of provider states replace examples; in a response, only stub servers
/// generate values. Without generators, the examples are sent.
public struct PactGenerators: Sendable, Hashable {
  /// The generators by part of the message.
  public var parts: [PactPart: [PactGenerated]]
  /// Categories that are not parts of an HTTP message.
  public var extras: JSONObject

  /// Creates an empty list, so that the examples are sent.
  public init() {
    parts = [:]
    extras = [:]
  }

  /// The generators of a part; an empty array if it has none.
  public subscript(part: PactPart) -> [PactGenerated] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue.isEmpty ? nil : newValue }
  }
}

/// A rule that creates a value to replace an example.
///
/// Random values are the same in each run for the same interaction, so that recordings and reports
/// can be compared.
///
/// - Source: Pact Specification, version 4, "Generators".
public enum PactGenerator: Sendable, Hashable {
  /// An expression over the values of provider states: `${authorization}`.
  case providerState(expression: String, dataType: String?)
  /// A random whole number.
  case randomInteger(min: Int, max: Int)
  /// A random number with `digits` digits, one of them before the decimal point.
  case randomDecimal(digits: Int)
  /// Random hexadecimal digits.
  case randomHexadecimal(digits: Int)
  /// Random letters and digits.
  case randomString(size: Int)
  /// A random `true` or `false`.
  case randomBoolean
  /// A UUID: `simple`, `lower-case-hyphenated`, `upper-case-hyphenated` or `URN`.
  case uuid(format: String?)
  /// The current date, in a format.
  case date(format: String?)
  /// The current time of day, in a format.
  case time(format: String?)
  /// The current date and time, in a format.
  case timestamp(format: String?)
  /// A generator that this runner does not apply, so that the example is sent: `Regex`,
  /// `MockServerURL`, …
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
  init(reading node: PactNode) throws(PactError) {
    self.init()
    for (name, node) in try node.members() {
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
    case "Date" where object["expression"] == nil:
      self = .date(format: try node["format"]?.string())
    case "Time" where object["expression"] == nil:
      self = .time(format: try node["format"]?.string())
    case "DateTime" where object["expression"] == nil:
      self = .timestamp(format: try node["format"]?.string())
    default: self = .other(object)
    }
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
    case .date(let format): Self.json("Date", ["format": format.map(JSON.string)])
    case .time(let format): Self.json("Time", ["format": format.map(JSON.string)])
    case .timestamp(let format): Self.json("DateTime", ["format": format.map(JSON.string)])
    case .other(let object): .object(object)
    }
  }

  private static func json(
    _ name: String, _ members: KeyValuePairs<String, JSON?> = [:]
  ) -> JSON {
    var object: JSONObject = ["type": .string(name)]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}
