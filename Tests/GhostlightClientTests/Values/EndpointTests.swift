import GhostlightClient
import Testing

@Suite struct `HTTP endpoints` {
  @Test(arguments: [
    ("https://api.example.com/v1/", ["https", "api.example.com", "/v1/"]),
    ("HTTP://127.0.0.1:4402", ["http", "127.0.0.1:4402", ""]),
    ("http://[::1]:80?a=1", ["http", "[::1]:80", "?a=1"]),
    ("https://Files.example.com#top", ["https", "Files.example.com", "#top"]),
    ("https://a/b%20c?d=/e#f", ["https", "a", "/b%20c?d=/e#f"]),
    ("https://a/!~", ["https", "a", "/!~"]), ("https://a-1_b.c:2/", ["https", "a-1_b.c:2", "/"]),
  ])
  func `an endpoint has scheme, authority and unchanged rest`(_ text: String, _ parts: [String]) {
    let address = Endpoint(text)
    #expect(address.map { [$0.scheme, $0.authority, $0.target] } == parts)
  }

  @Test(arguments: [
    "", "a.example.com", "ftp://a.example.com/", "https://", "https:///v1", "https://a b/",
    "https://me@a.example.com/", "https://a/\"b\"", "https://a/b\\c", "https://a/é", "//a/b",
    "https://a/\u{7F}", "https://a/\t", "https://a,b/", "https://\u{E9}/", "://a/",
  ])
  func `invalid HTTP URLs are not parsed`(_ text: String) { #expect(Endpoint(text) == nil) }
}
