public import GhostlightCore

/// One exchange of a file.
///
/// - Source: HAR 1.2 specification, "entries".
public struct HAREntry: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as an entry.
  public init(json: JSONObject) { self.json = json }

  /// The id of the page it belongs to.
  public var pageref: String? {
    get { self[text: "pageref"] }
    set { self[text: "pageref"] = newValue }
  }

  /// When the request began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// How long the exchange took, in milliseconds.
  public var time: Double? { self[number: "time"] }

  /// What was asked.
  public var request: HARRequest {
    get { self[part: "request"] ?? HARRequest(json: [:]) }
    set { self[part: "request"] = newValue }
  }

  /// What was answered, where anything was.
  public var response: HARResponse? {
    get { self[part: "response"] }
    set { self[part: "response"] = newValue }
  }

  /// What the browser's cache knew.
  public var cache: HARCache? { self[part: "cache"] }

  /// Where the time went.
  public var timings: HARTimings? { self[part: "timings"] }

  static let members: [HARMember] = [
    .optional("pageref", .text), .required("startedDateTime", .text), .optional("time", .number),
    .required("request", .part(HARRequest.self)), .optional("response", .part(HARResponse.self)),
  ]
}
