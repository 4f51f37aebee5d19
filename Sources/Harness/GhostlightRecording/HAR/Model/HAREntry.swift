public import GhostlightCore

/// One exchange in a HAR file.
///
/// It is a view of the entry's JSON: properties read and write ``json``, and unknown members stay.
/// Call ``exchange()`` for a request and response that can be replayed; ``omission`` has the reason
/// if that is not possible.
///
/// - Source: HAR 1.2 specification, "entries".
public struct HAREntry: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of an entry.
  public init(json: JSONObject) { self.json = json }

  /// The id of the page that the exchange belongs to.
  public var pageref: String? {
    get { self[text: "pageref"] }
    set { self[text: "pageref"] = newValue }
  }

  /// The time at which the request began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// The duration of the exchange, in milliseconds.
  public var time: Double? { self[number: "time"] }

  /// The request.
  public var request: HARRequest {
    get { self[part: "request"] ?? HARRequest(json: [:]) }
    set { self[part: "request"] = newValue }
  }

  /// The response; `nil` if there was none.
  public var response: HARResponse? {
    get { self[part: "response"] }
    set { self[part: "response"] = newValue }
  }

  /// The state of the browser's cache.
  public var cache: HARCache? { self[part: "cache"] }

  /// The durations of the phases of the exchange.
  public var timings: HARTimings? { self[part: "timings"] }

  static let members: [HARMember] = [
    .optional("pageref", .text), .required("startedDateTime", .text), .optional("time", .number),
    .required("request", .part(HARRequest.self)), .optional("response", .part(HARResponse.self)),
  ]
}

/// The state of the browser's cache before and after an exchange.
///
/// Only browsers write it; Ghostlight keeps it unchanged and does not use it.
///
/// - Source: HAR 1.2 specification, "cache".
public struct HARCache: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a cache.
  public init(json: JSONObject) { self.json = json }

  /// The state before the request.
  public var before: HARCacheState? { self[part: "beforeRequest"] }

  /// The state after the response.
  public var after: HARCacheState? { self[part: "afterRequest"] }

  static let members: [HARMember] = []
}

/// An entry of a browser's cache.
///
/// A ``HARCache`` has one from before the request and one from after the response. Each may be
/// `nil`.
///
/// - Source: HAR 1.2 specification, "beforeRequest" and "afterRequest".
public struct HARCacheState: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a cache entry.
  public init(json: JSONObject) { self.json = json }

  /// The time at which the entry expires, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// The time of the last access, in ISO 8601.
  public var lastAccess: String? { self[text: "lastAccess"] }

  /// The entity tag.
  public var entityTag: String? { self[text: "eTag"] }

  /// The number of times that the entry was used.
  public var hitCount: Int? { self[integer: "hitCount"] }

  static let members: [HARMember] = []
}

/// The durations of the phases of an exchange, in milliseconds; -1 if a phase does not apply.
///
/// Ghostlight writes only the time of waiting, because it does not see the phases of a connection.
/// A property is `nil` if its member is missing.
///
/// - Source: HAR 1.2 specification, "timings".
public struct HARTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of timings.
  public init(json: JSONObject) { self.json = json }

  /// Creates timings in which the whole duration is waiting.
  public init(wait: Double) {
    json = ["send": 0, "wait": HARNumber.print(wait), "receive": 0]
  }

  /// The time of waiting for a connection of the pool.
  public var blocked: Double? { self[number: "blocked"] }

  /// The time of looking up the address of the host.
  public var dns: Double? { self[number: "dns"] }

  /// The time of connecting, including TLS.
  public var connect: Double? { self[number: "connect"] }

  /// The time of sending the request.
  public var send: Double? { self[number: "send"] }

  /// The time of waiting for the response.
  public var wait: Double? { self[number: "wait"] }

  /// The time of receiving the response.
  public var receive: Double? { self[number: "receive"] }

  /// The part of ``connect`` that TLS needed.
  public var ssl: Double? { self[number: "ssl"] }

  static let members: [HARMember] = []
}
