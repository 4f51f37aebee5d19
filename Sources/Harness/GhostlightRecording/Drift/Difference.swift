public import GhostlightCore
public import HTTPTypes

/// One point in which an actual response differs from the expected one.
///
/// ``Drift`` creates differences when it compares two responses or recordings. Each has a kind, a
/// place, and the two values as JSON. A value is `nil` on the side that has nothing at this place.
/// Its ``description`` is one line for a person, ``json`` is the same for programs.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func report(_ expected: Response, _ actual: Response) {
///   for difference in Drift.compare(expected: expected, actual: actual) {
///     print(difference)  // value at $.name: expected "a", actual "b"
///   }
/// }
/// ```
public struct Difference: Sendable, Hashable {
  /// The kind of change, from the expected response to the actual one.
  ///
  /// The raw values are the words that reports print, and the values of `kind` in
  /// ``Difference/json``. Header fields have one kind for every change; JSON values have several.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A member, an element or an exchange that was not expected.
    case added
    /// A member, an element or an exchange that is missing.
    case removed
    /// A value of a different JSON type; integers and other numbers are different types.
    case type
    /// A different value of the same type.
    case value
    /// The same elements of an array in a different order.
    case order
    /// A different status code.
    case status
    /// A header field that was added or removed, or has a different value.
    case header
    /// A body that is not JSON on both sides and has different bytes.
    case body
  }

  /// The place in the exchange where two responses differ.
  ///
  /// The text of a place is its ``description``: `status`, `header NAME`, a JSON path, `body` or
  /// `exchange`. A ``DriftMask`` can hide header fields, JSON paths and whole bodies that are not
  /// JSON. A status is never hidden.
  public enum Place: Sendable, Hashable {
    /// The status code.
    case status
    /// A header field.
    case header(HTTPField.Name)
    /// A value in the JSON body; an index counts in the expected array, or for added elements in
    /// the actual one.
    case json(JSONPath)
    /// The body as bytes.
    case body
    /// The whole exchange.
    case exchange
  }

  /// The kind of change.
  public var kind: Kind
  /// The place of the change.
  public var place: Place
  /// The expected value; `nil` if nothing is expected at this place.
  public var expected: JSON?
  /// The actual value; `nil` if there is nothing at this place.
  public var actual: JSON?

  /// Creates a difference.
  public init(_ kind: Kind, at place: Place, expected: JSON?, actual: JSON?) {
    self.kind = kind
    self.place = place
    self.expected = expected
    self.actual = actual
  }

  /// The difference with its expected and actual sides swapped.
  public var mirrored: Difference {
    let kinds: [Kind: Kind] = [.added: .removed, .removed: .added]
    return Difference(kinds[kind] ?? kind, at: place, expected: actual, actual: expected)
  }
}

extension Difference.Place: CustomStringConvertible {
  /// The place as text: `$.items[0]`, `header Content-Type`, `status`, `body` or `exchange`.
  public var description: String {
    switch self {
    case .status: "status"
    case .header(let name): "header \(name.rawName)"
    case .json(let path): path.description
    case .body: "body"
    case .exchange: "exchange"
    }
  }
}

extension Difference: CustomStringConvertible {
  /// One line such as `value at $.name: expected "a", actual "b"`; long values are shortened.
  public var description: String {
    let place = place.description
    let subject = place.hasPrefix(kind.rawValue) ? place : "\(kind.rawValue) at \(place)"
    return "\(subject): expected \(Self.text(expected)), actual \(Self.text(actual))"
  }

  /// The difference for programs: `kind`, `place`, and `expected` and `actual` unless they are
  /// `nil`.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue), "place": .string("\(place)")]
    object["expected"] = expected
    object["actual"] = actual
    return .object(object)
  }

  private static func text(_ value: JSON?) -> String { value.map { $0.text().shortened } ?? "none" }
}
