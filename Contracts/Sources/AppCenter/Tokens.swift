import GhostlightContracts
import GhostlightCore

/// Promises about exchanging an app's secret or a user's ID token for resource tokens.
enum Tokens {
  static let pact = Pact(
    consumer: "App Center Data client", provider: "appcenter",
    headers: ["App-Secret": "\(Sample.secret)"]
  ) {
    everybody
    users
    nobody
    refused
  }

  private static let path = "/v0.1/data/tokens"
  private static let bearer: KeyValuePairs<String, Example> = [
    "Authorization": .fromState("${authorization}", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA")
  ]

  private static func ask(
    _ partitions: String..., headers: KeyValuePairs<String, Example> = [:], at path: String = path
  ) -> PactRequest {
    .post(
      "\(path)", headers: headers, json: ["partitions": .array(partitions.map { "\($0)" })])
  }

  private static func signedIn(
    _ parameters: JSONObject = ["accountId": .string(Sample.account)]
  ) -> [GivenState] {
    [.state("signed in", parameters)]
  }

  @InteractionBuilder private static var everybody: [Interaction] {
    Interaction.exchange(
      "any client gets a token for the public partition",
      [.sdk("MSTokenExchange.m"), .suite("MSTokenExchangeTests.m"), .guide("App Documents")],
      ask("readonly"), .token("readonly"))
    Interaction.exchange(
      "a signed-in user gets the same token for the public partition",
      [.sdk("MSTokenExchange.m")], given: signedIn(), ask("readonly", headers: bearer),
      .token("readonly"))
    Interaction.exchange(
      "the exchange may be called without a version", [.decision("a base without a version works")],
      ask("readonly", at: "/data/tokens"), .token("readonly"),
      route: "Exchange tokens without a version")
    Interaction.exchange(
      "an app's account may be a name",
      [.sdk("MSCosmosDb.m"), .suite("MSDBDocumentStoreTests.m")],
      given: [.state("app exists", ["account": "lemmings-01-8f37d78902"])], ask("readonly"),
      .token("readonly", to: "lemmings-01-8f37d78902"))
    Interaction.exchange(
      "the exchange ignores the id of an installation",
      [.sdk("MSTokenExchange.m"), .sdk("TokenExchange.java")],
      ask("readonly", headers: ["Install-ID": "99999999-8888-7777-6666-555555555555"]),
      .token("readonly"))
  }

  @InteractionBuilder private static var users: [Interaction] {
    let token = Example.token("user-\(Sample.account)", account: "\(Sample.account)")
    Interaction.exchange(
      "a user gets a token for the user's own partition",
      [.sdk("MSTokenExchange.m"), .sdk("MSAuth.m"), .guide("User Documents")],
      given: signedIn(), ask("user", headers: bearer), token)
    Interaction.exchange(
      "a user may ask for both partitions at once", [.decision("one token for each, in order")],
      given: signedIn(), ask("user", "readonly", headers: bearer), token, .token("readonly"))
    Interaction.exchange(
      "a longer account is cut to 36 characters",
      [.sdk("MSAuthTokenContext.m")],
      given: signedIn(["accountId": .string(Sample.account + "-policy")]),
      ask("user", headers: bearer), token)
  }

  @InteractionBuilder private static var nobody: [Interaction] {
    let none = Example.noToken("user", "Unauthenticated")
    Interaction.exchange(
      "a client without an ID token gets no token for a user's partition",
      [.sdk("TokenExchange.java"), .decision("the shape of a token, empty")], ask("user"), none)
    Interaction.exchange(
      "a user whose sign-in has ended gets no token",
      [.sdk("TokenExchange.java"), .decision("the shape of a token, empty")],
      given: signedIn(["accountId": .string(Sample.account), "seconds": -1]),
      ask("user", headers: bearer), none)
    Interaction.exchange(
      "a token that names no policy gets no token",
      [.documentation("issue appcenter-sdk-apple 1700"), .decision("the status is ours")],
      given: signedIn(["accountId": .string(Sample.account), "claims": ["tfp": .null]]),
      ask("user", headers: bearer), none)
    Interaction.exchange(
      "a bearer that is not an ID token gets no token",
      [.sdk("TokenExchange.java"), .decision("the shape of a token, empty")],
      ask("user", headers: ["Authorization": "Bearer abc"]), none)
    Interaction.exchange(
      "an unknown partition has no token", [.decision("the status is ours")],
      ask("everything"), .noToken("everything", "Failed"))
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a secret of no app is refused", [.suite("MSTokenExchangeTests.m")],
      ask("readonly", headers: ["App-Secret": "00000000-0000-0000-0000-000000000000"]), 404,
      "NotFound", "App not found.", fault: "app unknown")
    Interaction.refusal(
      "a body that is not JSON is refused", [.decision("words and status are ours")],
      .request("POST", "\(path)", headers: ["Content-Type": "text/plain"], text: "{"), 400,
      "BadRequest", "The body is not valid JSON.", fault: "body is no JSON")
    for (what, partitions) in malformed {
      Interaction.refusal(
        "a body \(what) is refused", [.decision("words and status are ours")],
        .post("\(path)", json: .value(partitions)), 400, "BadRequest",
        "The member 'partitions' is missing or malformed.", fault: "no partitions")
    }
    Interaction.refusal(
      "another path is refused", [.decision("words and status are ours")], .get("/v0.1/other"),
      404, "NotFound", "Not found.", fault: "unknown path", route: nil)
    Interaction.refusal(
      "another verb is refused", [.decision("words and status are ours")], .get("\(path)"), 405,
      "MethodNotAllowed", "Method not allowed.", fault: "verb", route: nil)
  }

  private static let malformed: [(String, JSON)] = [
    ("without partitions", [:]), ("with no partition", ["partitions": []]),
    ("with a partition that is not a string", ["partitions": [1]]),
  ]
}
