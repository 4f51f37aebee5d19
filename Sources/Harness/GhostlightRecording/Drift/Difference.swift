public import GhostlightCore
public import HTTPTypes

/// One difference between an expected and an actual response.
///
/// ``Drift`` creates differences when it compares two responses or recordings. Each has a kind, a
/// place, and the two values as JSON. A value is `nil` if its side has nothing at this place. The
/// ``description`` is one line for people; ``json`` has the same content for programs.
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
  /// The raw values are printed in reports and used for `kind` in ``Difference/json``. Every change
  /// of a header field has the kind ``header``; changes of JSON values have several kinds.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A JSON member, an array element or an exchange that only the actual side has.
    case added
    /// A JSON member, an array element or an exchange that only the expected side has.
    case removed
    /// A JSON value of a different type; integers and other numbers are different types.
    case type
    /// A different JSON value of the same type.
    case value
    /// The same elements of an array in a different order.
    case order
    /// The two responses have different status codes.
    case status
    /// A header field that was added or removed, or has a different value.
    case header
    /// A body with different bytes; at least one of the two bodies is not JSON.
    case body
  }

  /// The place in the exchange where two responses differ.
  ///
  /// Reports show its ``description``: `status`, `header NAME`, a JSON path, `body` or `exchange`.
  /// A ``DriftMask`` can hide header fields, JSON paths, and whole bodies that are not JSON. A mask
  /// never hides a status.
  public enum Place: Sendable, Hashable {
    /// The response's status code.
    case status
    /// The header field with this name.
    case header(HTTPField.Name)
    /// A value in the JSON body.
    ///
    /// Array indexes are those of the expected array. For added elements, they are those of the
    /// actual array.
    case json(JSONPath)
    /// The body as a whole, compared as bytes.
    case body
    /// The whole exchange: only one recording has it, or the two requests do not match.
    case exchange
  }

  /// The kind of change, from expected to actual.
  public var kind: Kind
  /// The place in the exchange that differs.
  public var place: Place
  /// The value on the expected side; `nil` if that side has nothing at this place.
  public var expected: JSON?
  /// The value on the actual side; `nil` if that side has nothing at this place.
  public var actual: JSON?

  /// Creates a difference; pass `nil` for the side that has nothing at `place`.
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
  /// The place as reports show it: `$.items[0]`, `header Content-Type`, `status`, `body` or
  /// `exchange`.
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

  /// The difference as a JSON object with `kind`, `place`, and those of `expected` and `actual`
  /// that are not `nil`.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue), "place": .string("\(place)")]
    object["expected"] = expected
    object["actual"] = actual
    return .object(object)
  }

  private static func text(_ value: JSON?) -> String { value.map { $0.text().shortened } ?? "none" }
}
