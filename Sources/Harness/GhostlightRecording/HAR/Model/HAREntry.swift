public import GhostlightCore

/// One exchange in a HAR file.
///
/// It is a view of the entry's JSON: its properties read and write ``json``, and unknown members
/// are kept. Call ``exchange()`` for a request and response that can be replayed; if the entry
/// cannot be replayed, ``omission`` has the reason.
///
/// - Source: HAR 1.2 specification, "entries".
public struct HAREntry: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates an entry from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The id of the page to which the exchange belongs; `nil` if it belongs to none.
  public var pageref: String? {
    get { self[text: "pageref"] }
    set { self[text: "pageref"] = newValue }
  }

  /// The time at which the request began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// The duration of the exchange, in milliseconds; `nil` if the tool did not save it.
  public var time: Double? { self[number: "time"] }

  /// The request; empty if the member is missing.
  public var request: HARRequest {
    get { self[part: "request"] ?? HARRequest(json: [:]) }
    set { self[part: "request"] = newValue }
  }

  /// The response; `nil` if the client received none.
  public var response: HARResponse? {
    get { self[part: "response"] }
    set { self[part: "response"] = newValue }
  }

  static let members: [HARMember] = [
    .optional("pageref", .text), .required("startedDateTime", .text), .optional("time", .number),
    .required("request", .part(HARRequest.self)), .optional("response", .part(HARResponse.self)),
  ]
}
