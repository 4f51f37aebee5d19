import GhostlightCore

/// An object of a HAR file: a view of its JSON, so that unknown members stay unchanged.
protocol HARObject: Sendable, Hashable {
  /// All members, known and unknown, in the order of the file.
  var json: JSONObject { get set }

  init(json: JSONObject)

  /// The members that a recording depends on, with the JSON kind that each must have.
  static var members: [HARMember] { get }
}

/// Typed access to members.
///
/// `null` counts as missing. A number may be written as a JSON string.
extension HARObject {
  subscript(text key: String) -> String? {
    get { json[key]?.string }
    set { json[key] = newValue.map(JSON.string) }
  }

  subscript(number key: String) -> Double? {
    get { json[key].flatMap(HARNumber.read) }
    set { json[key] = newValue.map(HARNumber.print) }
  }

  subscript(integer key: String) -> Int? {
    get { json[key].flatMap(HARNumber.readInteger) }
    set { json[key] = newValue.map { .integer(Int64($0)) } }
  }

  /// A string; any other value is returned in its JSON form, because some tools parse JSON bodies.
  subscript(content key: String) -> String? {
    get { json[key].flatMap { $0.string ?? ($0.isNull ? nil : $0.text()) } }
    set { json[key] = newValue.map(JSON.string) }
  }

  /// A body; a string counts as the text of the body.
  subscript<Part: HARObject>(body key: String) -> Part? {
    get {
      guard let text = json[key]?.string else { return self[part: key] }
      return Part(json: ["text": .string(text)])
    }
    set { self[part: key] = newValue }
  }

  /// Names with values, in any of the forms that ``HARPairs`` reads.
  subscript<Part: HARObject>(pairs key: String) -> [Part] {
    get { HARPairs(json[key]).elements.map(Part.init(json:)) }
    set { self[parts: key] = newValue }
  }

  subscript<Part: HARObject>(part key: String) -> Part? {
    get { json[key]?.object.map(Part.init(json:)) }
    set { json[key] = newValue.map { .object($0.json) } }
  }

  subscript<Part: HARObject>(parts key: String) -> [Part] {
    get { (json[key]?.array ?? []).compactMap { $0.object.map(Part.init(json:)) } }
    set { json[key] = .array(newValue.map { .object($0.json) }) }
  }
}

/// A member that a recording depends on, with the JSON kind that it must have.
struct HARMember: Sendable {
  enum Kind: Sendable {
    case text
    case number
    case part(any HARObject.Type)
    case parts(any HARObject.Type)
    /// An object, or a string, which is then the text of the body.
    case body(any HARObject.Type)
    /// An array of elements that are checked one by one, so that a wrong one spoils no other.
    case list
  }

  let key: String
  let kind: Kind
  let isRequired: Bool

  private init(_ key: String, _ kind: Kind, _ isRequired: Bool) {
    self.key = key
    self.kind = kind
    self.isRequired = isRequired
  }

  static func optional(_ key: String, _ kind: Kind) -> HARMember { HARMember(key, kind, false) }

  /// Returns a member that every object of this type must have.
  static func required(_ key: String, _ kind: Kind) -> HARMember { HARMember(key, kind, true) }
}

extension HARMember {
  /// Checks this member of an object, and the objects inside the member.
  ///
  /// - Throws: ``HARError`` if the member is missing but required, or has a wrong kind.
  func check(_ object: JSONObject) throws(HARError) {
    guard let value = object[key], !value.isNull else {
      guard isRequired else { return }
      throw HARError(at: key, "is missing; add \(kind.description)")
    }
    switch (kind, value) {
    case (.text, .string), (.body, .string), (.list, .array):
      return
    case (.number, _) where HARNumber.read(value) != nil:
      return
    case (.part(let type), .object(let part)), (.body(let type), .object(let part)):
      try Self.check(part, as: type, at: key)
    case (.parts(let type), .array(let parts)):
      for (index, part) in parts.enumerated() {
        guard case .object(let part) = part else {
          throw HARError(at: "\(key)[\(index)]", Self.expected("an object", part))
        }
        try Self.check(part, as: type, at: "\(key)[\(index)]")
      }
    default:
      throw HARError(at: key, Self.expected(kind.description, value))
    }
  }

  /// Checks that a value is an object, and that its members have the kinds that `type` requires.
  ///
  /// - Throws: ``HARError`` with the place inside the object.
  static func check(_ value: JSON, as type: any HARObject.Type) throws(HARError) {
    guard case .object(let object) = value else {
      throw HARError(at: "", expected("an object", value))
    }
    for member in type.members { try member.check(object) }
  }

  private static func check(
    _ object: JSONObject, as type: any HARObject.Type, at place: String
  ) throws(HARError) {
    for member in type.members {
      do throws(HARError) {
        try member.check(object)
      } catch {
        throw error.inside(place)
      }
    }
  }

  private static func expected(_ kind: String, _ value: JSON) -> String {
    "is \(describe(value)); make it \(kind)"
  }

  static func describe(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer, .double, .decimal: "a number"
    case .string(let text): "the text \(HARError.quote(text))"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension HARMember.Kind {
  /// The kind with an article, for messages.
  fileprivate var description: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .part, .body: "an object"
    case .parts, .list: "an array of objects"
    }
  }
}

/// Reads and writes numbers of a HAR file.
///
/// Tools write the same member as `12`, `12.0`, `12.345` or `"12"`.
enum HARNumber {
  /// Returns the number, or `nil` if the value is not a finite number.
  static func read(_ value: JSON) -> Double? {
    guard let number = value.number ?? value.string.flatMap(Double.init), number.isFinite else {
      return nil
    }
    return number
  }

  /// Returns the number without its fraction; `nil` if the value is not a number, or its magnitude
  /// is 9e15 or more.
  static func readInteger(_ value: JSON) -> Int? {
    guard let number = read(value), number.magnitude < 9e15 else { return nil }
    return Int(number)
  }

  /// Returns a JSON integer if the number has no fraction, otherwise a JSON double.
  static func print(_ number: Double) -> JSON {
    if number.magnitude < 9e15, number == number.rounded(), number != 0 || number.sign == .plus {
      return .integer(Int64(number))
    }
    return .double(number)
  }
}
