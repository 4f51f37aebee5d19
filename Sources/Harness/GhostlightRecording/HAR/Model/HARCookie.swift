public import GhostlightCore

/// A cookie.
///
/// - Source: HAR 1.2 specification, "cookies".
public struct HARCookie: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a cookie.
  public init(json: JSONObject) { self.json = json }

  /// The name.
  public var name: String? { self[text: "name"] }

  /// The value.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The path it is sent to.
  public var path: String? { self[text: "path"] }

  /// The host it is sent to.
  public var domain: String? { self[text: "domain"] }

  /// When it ends, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// Whether scripts cannot see it.
  public var isHTTPOnly: Bool? { self[flag: "httpOnly"] }

  /// Whether it goes over TLS alone.
  public var isSecure: Bool? { self[flag: "secure"] }

  static let members: [HARMember] = []
}
