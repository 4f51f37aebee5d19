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

  /// The browser's cache before and after the exchange; `nil` if the tool did not save it.
  public var cache: HARCache? { self[part: "cache"] }

  /// The durations of the exchange's phases; `nil` if the tool did not save them.
  public var timings: HARTimings? { self[part: "timings"] }

  static let members: [HARMember] = [
    .optional("pageref", .text), .required("startedDateTime", .text), .optional("time", .number),
    .required("request", .part(HARRequest.self)), .optional("response", .part(HARResponse.self)),
  ]
}

/// The state of the browser's cache before and after an exchange.
///
/// Only browsers write this object; Ghostlight keeps it unchanged and does not use it.
///
/// - Source: HAR 1.2 specification, "cache".
public struct HARCache: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a cache state from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The cached response before the request; `nil` if unknown.
  public var before: HARCacheState? { self[part: "beforeRequest"] }

  /// The cached response after the exchange; `nil` if unknown.
  public var after: HARCacheState? { self[part: "afterRequest"] }

  static let members: [HARMember] = []
}

/// A response in a browser's cache.
///
/// A ``HARCache`` has one for the time before the request and one for the time after the response.
///
/// - Source: HAR 1.2 specification, "beforeRequest" and "afterRequest".
public struct HARCacheState: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a cache entry from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The time at which the cache entry expires, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// The time at which the cache entry was last used, in ISO 8601.
  public var lastAccess: String? { self[text: "lastAccess"] }

  /// The cached response's `ETag`.
  public var entityTag: String? { self[text: "eTag"] }

  /// The number of times that the browser used the cache entry.
  public var hitCount: Int? { self[integer: "hitCount"] }

  static let members: [HARMember] = []
}

/// The durations of an exchange's phases, in milliseconds; -1 if a phase does not apply.
///
/// Ghostlight writes only the waiting time, because it does not see the phases of a connection. A
/// property is `nil` if its member is missing.
///
/// - Source: HAR 1.2 specification, "timings".
public struct HARTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates timings from their JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates timings in which the whole duration, in milliseconds, is waiting time.
  public init(wait: Double) {
    json = ["send": 0, "wait": HARNumber.print(wait), "receive": 0]
  }

  /// The time spent in a queue for a connection, in milliseconds.
  public var blocked: Double? { self[number: "blocked"] }

  /// The time for the DNS lookup, in milliseconds.
  public var dns: Double? { self[number: "dns"] }

  /// The time to connect, including TLS, in milliseconds.
  public var connect: Double? { self[number: "connect"] }

  /// The time to send the request, in milliseconds.
  public var send: Double? { self[number: "send"] }

  /// The time spent waiting for the response, in milliseconds.
  public var wait: Double? { self[number: "wait"] }

  /// The time to receive the response, in milliseconds.
  public var receive: Double? { self[number: "receive"] }

  /// The part of ``connect`` that was needed for TLS, in milliseconds.
  public var ssl: Double? { self[number: "ssl"] }

  static let members: [HARMember] = []
}
