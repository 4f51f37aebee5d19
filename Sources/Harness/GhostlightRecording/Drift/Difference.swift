public import GhostlightCore
public import HTTPTypes

/// One thing that an actual response has otherwise than the expected one.
public struct Difference: Sendable, Hashable {
  /// What sort of change it is, seen from the expected response.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A member, an element or an exchange that was not expected.
    case added
    /// A member, an element or an exchange that is gone.
    case removed
    /// A value of another JSON type; integers and other numbers are two.
    case type
    /// Another value of the same type.
    case value
    /// The same elements of an array in another order.
    case order
    /// Another status code.
    case status
    /// A header field that came, went, or has another value.
    case header
    /// A body that is no JSON on both sides and has other bytes.
    case body
  }

  /// Where in the response it is.
  public enum Place: Sendable, Hashable {
    /// The status line.
    case status
    /// A header field.
    case header(HTTPField.Name)
    /// A value in the JSON body; an index is that of the expected array, but for added elements.
    case json(JSONPath)
    /// The body, as bytes.
    case body
    /// The whole exchange.
    case exchange
  }

  /// What sort of change it is.
  public var kind: Kind
  /// Where it is.
  public var place: Place
  /// What should be there; `nil` where nothing should.
  public var expected: JSON?
  /// What is there; `nil` where nothing is.
  public var actual: JSON?

  /// Makes a difference.
  public init(_ kind: Kind, at place: Place, expected: JSON?, actual: JSON?) {
    self.kind = kind
    self.place = place
    self.expected = expected
    self.actual = actual
  }

  /// The same difference, seen from the other side.
  public var mirrored: Difference {
    let kinds: [Kind: Kind] = [.added: .removed, .removed: .added]
    return Difference(kinds[kind] ?? kind, at: place, expected: actual, actual: expected)
  }
}

extension Difference.Place: CustomStringConvertible {
  /// `$.items[0]`, `header Content-Type`, `status`, `body` or `exchange`.
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
  /// One line such as `value at $.name: expected "a", actual "b"`; long values are cut.
  public var description: String {
    let place = place.description
    let subject = place.hasPrefix(kind.rawValue) ? place : "\(kind.rawValue) at \(place)"
    return "\(subject): expected \(Self.text(expected)), actual \(Self.text(actual))"
  }

  /// The difference for machines: `kind`, `place`, and `expected` and `actual` where they are.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue), "place": .string("\(place)")]
    object["expected"] = expected
    object["actual"] = actual
    return .object(object)
  }

  private static func text(_ value: JSON?) -> String { value.map { $0.text().shortened } ?? "none" }
}
