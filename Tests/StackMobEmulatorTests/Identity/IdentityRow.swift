import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

/// A test with two names that Swift treats as equal, and the expected responses for each of them.
struct IdentityRow: Sendable, CustomTestStringConvertible {
  /// The letter é as one scalar.
  static let composed = "\u{E9}"
  /// The letter é as two scalars.
  static let decomposed = "e\u{301}"

  let testDescription: String
  let expected: [String]
  let run: @Sendable (inout TwoUsers) throws -> [String]

  init(
    _ title: String, _ expected: [String],
    _ run: @escaping @Sendable (inout TwoUsers) throws -> [String]
  ) {
    (testDescription, self.expected, self.run) = (title, expected, run)
  }
}

/// An app with two users whose names Swift treats as equal.
struct TwoUsers {
  var app: StackMobApp
  private var sessions: [MACCredentials] = []

  init() throws {
    app = StackMobApp { $0.binaryBucket = IdentityRow.composed }
    try app.schema("user", ["friends": "relationships[user]"], ofUsers: true)
    for (name, password) in [(IdentityRow.composed, "one"), (IdentityRow.decomposed, "two")] {
      try app.given("user exists", ["username": .string(name), "password": .string(password)])
      try app.logIn(name)
      app.session.map { sessions.append($0) }
    }
    app.session = nil
  }

  /// Returns the response to a call by the first or second user; `nil` stands for an anonymous
  /// call.
  mutating func call(
    _ user: Int?, _ method: String, _ target: String, _ body: String = ""
  ) -> Reply {
    let request = app.request(method, target, body)
    return app.send(user.map { request.signed(with: sessions[$0]) } ?? request)
  }

  mutating func push(_ method: String, _ target: String, _ body: String = "") -> Reply {
    app.send(app.request(method, target, body).signed(with: app.keys))
  }

  /// Creates a schema `vault` with the given permission for reading.
  mutating func vault(read level: String, fields: JSONObject = [:]) throws {
    try app.schema("vault", .object(fields), permissions: ["read": .string(level)])
  }

  /// Returns what each user can read of the object `1` in the schema `vault`.
  mutating func reads() -> [String] {
    (0...1).flatMap { user in
      [
        "\(call(user, "GET", "/vault/1").status)",
        "\(call(user, "GET", "/vault").body?.array?.count ?? -1)",
      ]
    }
  }
}

/// Returns the number of bytes of each string: two for the first name, three for the second.
private func bytes(_ texts: [String]) -> String {
  texts.map { "\($0.utf8.count)" }.joined(separator: " ")
}

/// Returns a name, percent-encoded for use in a path.
private func path(_ name: String) -> String { PercentEncoding.encode(name) }
private let first = path(IdentityRow.composed)
private let second = path(IdentityRow.decomposed)

extension IdentityRow {
  static let all = users + permissions + services

  private static let users: [IdentityRow] = [
    IdentityRow("users", ["200 two", "2"]) { two in
      two.app.put("/user/\(first)", #"{"note":"one"}"#)
      two.app.put("/user/\(second)", #"{"note":"two"}"#)
      let found = two.app.get("/user?username=\(first)").all("username")
      let reply = two.app.get("/user/\(second)")
      return ["\(reply.status) \(reply["note"]?.string ?? "")", bytes(found)]
    },
    IdentityRow("logins", ["200", "401"]) { two in
      [first, second].map { name in
        "\(two.app.post("/user/accessToken", "username=\(name)&password=one").status)"
      }
    },
    IdentityRow("sessions", ["200", "401", "200"]) { two in
      [
        "\(two.call(0, "GET", "/user/logout").status)",
        "\(two.call(0, "GET", "/user/loggedInUser").status)",
        "\(two.call(1, "GET", "/user/loggedInUser").status)",
      ]
    },
    IdentityRow("deleted users", ["200", "404", "200"]) { two in
      [
        "\(two.app.delete("/user/\(first)").status)", "\(two.app.get("/user/\(first)").status)",
        "\(two.app.get("/user/\(second)").status)",
      ]
    },
    IdentityRow("related ids", ["2", "3"]) { two in
      let both = JSON.array([.string(composed), .string(decomposed)]).description
      let appended = two.app.put("/user/\(first)/friends", both)
      two.app.delete("/user/\(first)/friends/\(first)")
      let left = two.app.get("/user/\(first)")["friends"]?.array ?? []
      return ["\(appended["friends"]?.array?.count ?? 0)", bytes(left.compactMap(\.string))]
    },
  ]

  private static let permissions: [IdentityRow] = [
    IdentityRow("owners", ["200", "1", "404", "0"]) { two in
      try two.vault(read: "owner")
      _ = two.call(0, "POST", "/vault", #"{"vault_id":"1"}"#)
      return two.reads()
    },
    IdentityRow("a user in a relationship", ["200", "1", "404", "0"]) { two in
      try two.vault(read: "relationship[who]", fields: ["who": "relationship[user]"])
      two.app.post("/vault", JSON.object(["vault_id": "1", "who": .string(composed)]).description)
      return two.reads()
    },
    IdentityRow("users in a relationship", ["200", "1", "404", "0"]) { two in
      try two.vault(read: "relationship[who]", fields: ["who": "relationships[user]"])
      two.app.post(
        "/vault", JSON.object(["vault_id": "1", "who": [.string(composed)]]).description)
      return two.reads()
    },
    IdentityRow("users whom the owner names", ["200", "1", "404", "0"]) { two in
      try two.vault(read: "ownerRelationship[friends]")
      _ = two.call(0, "POST", "/vault", #"{"vault_id":"1"}"#)
      two.app.put("/user/\(first)", JSON.object(["friends": [.string(composed)]]).description)
      two.app.put("/user/\(second)", JSON.object(["friends": [.string(decomposed)]]).description)
      return two.reads()
    },
    IdentityRow("members of a role", ["404", "0", "401", "-1"]) { two in
      try two.vault(read: "role[r]")
      try two.app.given("role exists", ["name": "r", "members": [.string(composed)]])
      return two.reads()
    },
    IdentityRow("roles", ["401", "404"]) { two in
      try two.vault(read: "role[\(decomposed)]")
      let members: JSON = [.string(composed)]
      try two.app.given("role exists", ["name": .string(composed), "members": members])
      let before = two.call(0, "GET", "/vault/1").status
      try two.app.given("role exists", ["name": .string(decomposed), "members": members])
      return ["\(before)", "\(two.call(0, "GET", "/vault/1").status)"]
    },
  ]

  private static let services: [IdentityRow] = [
    IdentityRow("push tokens", ["200", "200", "3"]) { two in
      let registered = [first, second].map {
        "\(two.push("POST", "/tokens/android/\($0)", #"{"user":"u"}"#).status)"
      }
      _ = two.push("DELETE", "/tokens/android/\(first)")
      let left = two.push("GET", "/tokens?user=u")["tokens"]?["u"]?.array ?? []
      return registered + [bytes(left.compactMap { $0["token"]?.string })]
    },
    IdentityRow("receivers of a push", ["2"]) { two in
      let tokens = [composed, decomposed].map {
        JSON.object(["type": "android", "token": .string($0)])
      }
      let body: JSON = ["payload": ["kvPairs": ["a": 1]], "tokens": .array(tokens)]
      _ = two.push("POST", "/push_tokens_universal", body.description)
      return ["\(two.app.backend.outbox.messages.last?.recipients.count ?? 0)"]
    },
    IdentityRow("users of devices", ["1", "0"]) { two in
      _ = two.push(
        "POST", "/tokens/android/t", JSON.object(["user": .string(composed)]).description)
      let listed = two.push("GET", "/tokens?user=\(first)&user=\(second)")["tokens"]
      return [composed, decomposed].map { "\(listed?[$0]?.array?.count ?? -1)" }
    },
    IdentityRow("social accounts", ["200", "200", "401", "400"]) { two in
      [
        "\(two.call(0, "GET", "/user/linkUserWithFacebook?fb_at=\(first)").status)",
        "\(two.app.post("/user/facebookAccessToken", "fb_at=\(first)").status)",
        "\(two.app.post("/user/facebookAccessToken", "fb_at=\(second)").status)",
        "\(two.call(1, "GET", "/user/linkUserWithFacebook?fb_at=\(first)").status)",
      ]
    },
    IdentityRow("what a network tells about an account", ["nil", "7"]) { two in
      try two.app.given(
        "social token valid",
        ["network": "facebook", "token": "t", "account": .string(composed), "info": ["age": 7]])
      return [second, first].map { account in
        _ = two.call(1, "GET", "/user/linkUserWithFacebook?fb_at=\(account)")
        return two.call(1, "GET", "/user/getFacebookUserInfo")["age"]?.description ?? "nil"
      }
    },
    IdentityRow("methods of custom code", ["1", "2"]) { two in
      for (name, answer) in [(composed, 1), (decomposed, 2)] {
        try two.app.given(
          "custom code exists", ["name": .string(name), "json": .integer(Int64(answer))])
      }
      return [first, second].map { two.app.get("/\($0)").body?.description ?? "" }
    },
    IdentityRow("buckets and names of files", ["200", "404", "404"]) { two in
      let file = World.file.replacing("a.txt", with: composed)
      two.app.post("/doc", JSON.object(["doc_id": "1", "pic": .string(file)]).description)
      return [(first, first), (second, first), (first, second)].map { bucket, name in
        let target = "/_s3/\(bucket)/doc/1/pic/\(name)"
        return "\(two.app.answer(two.app.request("GET", target)).response.status.code)"
      }
    },
    IdentityRow("schemas, which a Kelvin sign does not spell", ["200", "404"]) { two in
      two.app.post("/key", "{}")
      return ["KEY", path("\u{212A}ey")].map { "\(two.app.get("/\($0)").status)" }
    },
  ]
}
