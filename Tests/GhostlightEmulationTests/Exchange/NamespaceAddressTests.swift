import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Addresses with a namespace` {
  private static func request(
    _ target: RequestTarget, _ name: String?, _ authority: String
  ) -> Request {
    var request = Request(.get, target, authority: authority)
    request.headers[.ghostlightNamespace] = name
    return request
  }

  /// - Source: RFC 6761, 6.3, only recommends that resolvers know names below `localhost`, and
  ///   `getaddrinfo` of glibc 2.36 (Debian 12) does not.
  @Test(
    arguments: [
      (nil, "127.0.0.1:4403", "127.0.0.1:4403"),
      (nil, "team.localhost:4403", "team.localhost:4403"),
      (nil, "example.com", "example.com"),
      ("team", "127.0.0.1:4403", "127.0.0.1:4403/__ghostlight/ns/team"),
      ("team", "127.9.8.7:4403", "127.9.8.7:4403/__ghostlight/ns/team"),
      ("team", "localhost", "localhost/__ghostlight/ns/team"),
      ("team-1", "[::1]:80", "[::1]:80/__ghostlight/ns/team-1"),
      ("7", "other.localhost:1", "7.localhost:1"),
      ("team", "team.localhost:1", "team.localhost:1"),
      ("default", "127.0.0.1:4403", "127.0.0.1:4403"),
      ("default", "example.com", "example.com"),
      ("default", "team.localhost:1", "default.localhost:1"),
      ("Team_1", "127.0.0.1:4403", "127.0.0.1:4403/__ghostlight/ns/Team_1"),
      ("team.a", "localhost:1", "localhost:1/__ghostlight/ns/team.a"),
      ("-a", "localhost", "localhost/__ghostlight/ns/-a"),
      ("a-", "localhost", "localhost/__ghostlight/ns/a-"),
      (
        String(repeating: "x", count: 64), "localhost",
        "localhost/__ghostlight/ns/" + String(repeating: "x", count: 64)
      ),
      ("team", "192.168.0.7:4403", "192.168.0.7:4403/__ghostlight/ns/team"),
      ("team", "127.evil.example", "127.evil.example/__ghostlight/ns/team"),
      ("team", "127.0.0.1.example", "127.0.0.1.example/__ghostlight/ns/team"),
      ("team", "127.0.0.256", "127.0.0.256/__ghostlight/ns/team"),
    ] as [(String?, String, String)])
  func `an address names the namespace by path, unless the client's host names one`(
    name: String?, authority: String, place: String
  ) {
    let request = Self.request("/x", name, authority)
    #expect(request.linkBase == "http://" + place)
    #expect(request.linkPlace == place)
  }

  @Test(
    arguments: [
      ("/__ghostlight/ns/Team_1/a/b?c=/d", "Team_1", "/a/b?c=/d"),
      ("/__ghostlight/ns/Team_1", "Team_1", "/"),
      ("/__ghostlight/ns/Team_1/", "Team_1", "/"),
      ("/__ghostlight/ns/Team_1?a=1", "Team_1", "/?a=1"),
      ("/__ghostlight/ns/a/__ghostlight/ns/b/c", "a", "/__ghostlight/ns/b/c"),
      ("/__ghostlight/ns//a", "", "/a"),
    ])
  func `the path prefix is removed`(target: String, name: String, inner: String) throws {
    let request = Self.request(RequestTarget(target), "other", "127.0.0.1:1")
    let found = try #require(NamespaceAddress.unwrapped(request))
    #expect(found.name == name)
    #expect(found.inner == Self.request(RequestTarget(inner), name, "127.0.0.1:1"))
  }

  @Test(arguments: [
    "/", "", "*", "/_", "/__ghostlight", "/__ghostlight/ns", "/__ghostlight/v1/health", "/v1/graph",
    "/a/__ghostlight/ns/b", "/?/__ghostlight/ns/a",
  ])
  func `every other path is unchanged`(_ target: String) {
    #expect(NamespaceAddress.unwrapped(Self.request(RequestTarget(target), nil, "h")) == nil)
  }
}
