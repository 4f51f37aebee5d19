import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Target forms` {
  struct Row: Sendable, CustomTestStringConvertible {
    var uri: String
    var host: String? = "from.field"
    var target = ""
    var authority: String?
    var refusal: Refusal?
    var testDescription: String { "\(uri) at \(host ?? "nobody")" }
  }

  @Test(arguments: [
    Row(uri: "/", target: "/", authority: "from.field"),
    Row(uri: "/a%20b?x[gte]=2&y=%5B", target: "/a%20b?x[gte]=2&y=%5B", authority: "from.field"),
    Row(uri: "//a//b", target: "//a//b", authority: "from.field"),
    Row(uri: "/a", host: nil, target: "/a", authority: nil),
    Row(uri: "/a", host: "", target: "/a", authority: ""),
    Row(uri: "/a", host: "[::1]:80", target: "/a", authority: "[::1]:80"),
    Row(uri: "*", target: "*", authority: "from.field"),
    Row(uri: "http://h:1/a?b", target: "/a?b", authority: "h:1"),
    Row(uri: "HTTPS://h/a", host: nil, target: "/a", authority: "h"),
    Row(uri: "http://h", target: "/", authority: "h"),
    Row(uri: "http://h?q", target: "/?q", authority: "h"),
    Row(uri: "http:///a", refusal: .malformedTarget),
    Row(uri: "http://user@h/a", refusal: .malformedTarget),
    Row(uri: "ftp://h/a", refusal: .malformedTarget),
    Row(uri: "a", refusal: .malformedTarget),
    Row(uri: "", refusal: .malformedTarget),
    Row(uri: "/a", host: "h/x", refusal: .hostMalformed),
    Row(uri: "/a", host: "h,x", refusal: .hostMalformed),
    Row(uri: "/a", host: "u@h", refusal: .hostMalformed),
    Row(uri: "/a", host: "h x", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:", target: "/a", authority: "a:"),
    Row(uri: "/a", host: "a:65535", target: "/a", authority: "a:65535"),
    Row(uri: "/a", host: "[::1]", target: "/a", authority: "[::1]"),
    Row(uri: "/a", host: ":80", refusal: .hostMalformed),
    Row(uri: "/a", host: ":", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:80:80", refusal: .hostMalformed),
    Row(uri: "/a", host: "::1", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:99999", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:65536", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:99999999999999999999999", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:8x", refusal: .hostMalformed),
    Row(uri: "/a", host: "a:-1", refusal: .hostMalformed),
    Row(uri: "/a", host: "[::1", refusal: .hostMalformed),
    Row(uri: "/a", host: "[::1]x", refusal: .hostMalformed),
    Row(uri: "/a", host: "[::1]:80:80", refusal: .hostMalformed),
    Row(uri: "/a", host: "a[::1]", refusal: .hostMalformed),
    Row(uri: "/a", host: "a]", refusal: .hostMalformed),
    Row(uri: "http://:80/a", refusal: .malformedTarget),
    Row(uri: "http://a:99999/a", refusal: .malformedTarget),
  ])
  func `a target is reduced to path and query and the host`(_ row: Row) {
    do throws(Refusal) {
      let form = try TargetForm(row.uri, host: row.host)
      #expect(row.refusal == nil)
      #expect(form.target.raw == row.target)
      #expect(form.authority == row.authority)
    } catch {
      #expect(error == row.refusal)
    }
  }
}
