import Ghostlight
import GhostlightCore
import HTTPTypes

extension Change {
  /// Returns a change that creates a StackMob object.
  static func create(_ key: Int, in namespace: String = "default") -> Change {
    Change(
      namespace: namespace, moment: UInt64(key), milliseconds: 1_400_000_000_000,
      .exchange(emulator: "stackmob", .create(key, in: namespace)))
  }

  /// Changes of each kind, including some unusual ones.
  static let samples: [Change] =
    operations.enumerated().map { index, operation in
      Change(
        namespace: index.isMultiple(of: 2) ? "default" : "Other.one_2-3",
        moment: index == 0 ? .max : UInt64(index), milliseconds: Int64(index) * -1_000_000_007,
        operation)
    }

  private static let operations: [Operation] =
    requests.map { .exchange(emulator: "stackmob", $0) } + [
      .state(emulator: "stackmob", name: "object exists", parameters: ["b": 1, "a": [1.5, nil]]),
      .state(emulator: "stackmob", name: "", parameters: [:]),
      .clock(.system), .clock(.frozen(at: -1)),
      .reset(emulator: nil), .reset(emulator: "stackmob"),
      .fork(of: "a.b"), .drop,
      .restore(["version": 1, "text": "\u{0}\u{1F600}\n", "number": .integer(.min)]),
    ]

  private static let requests: [Request] = [
    .create(1, in: "default"),
    Request(.get, "", scheme: "", authority: ""),
    Request(.put, "/a%20b/%00/\u{0}x?q[gte]=\u{e9}&%zz", scheme: "https", authority: "[::1]:4401"),
    Request(.options, "*", headers: oddHeaders),
    Request(.post, "/", body: Array(0...255) + Array(repeating: 0, count: 70_000)),
  ]

  private static let oddHeaders: HTTPFields = {
    var headers = HTTPFields()
    headers.append(HTTPField(name: .cookie, value: "a=1"))
    headers.append(HTTPField(name: .cookie, value: "a=1"))
    headers.append(HTTPField(name: .accept, value: ""))
    headers.append(HTTPField(name: .userAgent, value: "caf\u{e9} \"\\ \u{1F600}"))
    headers.append(HTTPField(name: .referer, value: [0xE9, 0x20, 0xFF, 0x41] as [UInt8]))
    headers.append(HTTPField(name: .range, lenientValue: [0x01, 0x7F, 0x41] as [UInt8]))
    return headers
  }()
}

extension Request {
  /// Returns a request that creates a StackMob object whose key contains `key`.
  static func create(_ key: Int, in namespace: String, text: String? = nil) -> Request {
    var object: JSONObject = ["item_id": .string("i\(key)"), "n": 1]
    if let text { object["text"] = .string(text) }
    var request = Request.json(.post, "/item", .object(object))
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    if let name = HTTPField.Name("X-StackMob-API-Key") {
      request.headers[name] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    }
    if let name = HTTPField.Name("X-Ghostlight-Namespace") { request.headers[name] = namespace }
    return request
  }
}
