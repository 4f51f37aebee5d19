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

/// What the browser's cache knew before and after an exchange.
///
/// - Source: HAR 1.2 specification, "cache".
public struct HARCache: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a cache.
  public init(json: JSONObject) { self.json = json }

  /// The state before.
  public var before: HARCacheState? { self[part: "beforeRequest"] }

  /// The state after.
  public var after: HARCacheState? { self[part: "afterRequest"] }

  static let members: [HARMember] = []
}

/// An entry of a browser's cache.
///
/// - Source: HAR 1.2 specification, "beforeRequest" and "afterRequest".
public struct HARCacheState: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as an entry of a cache.
  public init(json: JSONObject) { self.json = json }

  /// When it ends, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// When it was last opened, in ISO 8601.
  public var lastAccess: String? { self[text: "lastAccess"] }

  /// The entity tag.
  public var entityTag: String? { self[text: "eTag"] }

  /// How often it was opened.
  public var hitCount: Int? { self[integer: "hitCount"] }

  static let members: [HARMember] = []
}

/// Where the time of an exchange went, in milliseconds; -1 where a phase does not apply.
///
/// - Source: HAR 1.2 specification, "timings".
public struct HARTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as timings.
  public init(json: JSONObject) { self.json = json }

  /// Makes timings of waiting alone.
  public init(wait: Double) {
    json = ["send": 0, "wait": HARNumber.print(wait), "receive": 0]
  }

  /// Waiting for a connection of the pool.
  public var blocked: Double? { self[number: "blocked"] }

  /// Looking up the host's address.
  public var dns: Double? { self[number: "dns"] }

  /// Making the connection, TLS included.
  public var connect: Double? { self[number: "connect"] }

  /// Sending the request.
  public var send: Double? { self[number: "send"] }

  /// Waiting for the response.
  public var wait: Double? { self[number: "wait"] }

  /// Receiving the response.
  public var receive: Double? { self[number: "receive"] }

  /// The part of ``connect`` that TLS took.
  public var ssl: Double? { self[number: "ssl"] }

  static let members: [HARMember] = []
}
