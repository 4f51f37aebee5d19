import GhostlightCore

/// An object of a HAR file: a view over its members, so that what nobody reads stays as it was.
protocol HARObject: Sendable, Hashable {
  /// All members, known and unknown, in the order of the file.
  var json: JSONObject { get set }

  /// Looks at members as this kind of object.
  init(json: JSONObject)

  /// The members that a recording depends on, with what they must be.
  static var members: [HARMember] { get }
}

/// Members by kind. `null` counts as missing, and a number may stand in quotes.
extension HARObject {
  subscript(text key: String) -> String? {
    get { json[key]?.string }
    set { json[key] = newValue.map(JSON.string) }
  }

  subscript(flag key: String) -> Bool? {
    get { json[key]?.bool }
    set { json[key] = newValue.map(JSON.bool) }
  }

  subscript(number key: String) -> Double? {
    get { json[key].flatMap(HARNumber.read) }
    set { json[key] = newValue.map(HARNumber.print) }
  }

  subscript(integer key: String) -> Int? {
    get { json[key].flatMap(HARNumber.readInteger) }
    set { json[key] = newValue.map { .integer(Int64($0)) } }
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
