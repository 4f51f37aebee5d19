import Ghostlight
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Testing

@testable import GhostlightServer

@Suite struct `Texts of the server's errors` {
  private static let ports = "(0 takes any free one)."

  @Test(
    arguments: [
      ("control", " with --port-base"), ("stackmob", " with --port-base"),
      ("mia", " with --port-base"), ("egf2", " with --port-base"),
      ("appcenter", " with --port-base"), ("cosmos", " with --cosmos-port"),
      ("proxy", " with --proxy"), ("--port", " with --port"), ("shop", ""),
    ])
  func `a taken port is reported with the option that sets it`(_ name: String, _ option: String) {
    #expect(
      ServerError.portTaken(name: name, host: "::1", port: 7).description
        == "\(name): port 7 on ::1 is taken. Stop what listens there, or choose another "
        + "port\(option) \(Self.ports)")
  }

  @Test func `each other error of a server has its own text`() {
    #expect(
      ServerError.cannotListen(name: "mia", host: "a", port: 7, reason: "why").description
        == "mia: cannot listen on a, port 7: why. Choose an address of this machine, such as "
        + "127.0.0.1, and a port from 1024 to 65535, or 0 for any free one.")
    #expect(ServerError.cannotCertify(name: "mia", reason: "why").description == "mia: why")
    #expect(ServerError.invalidHosts(reason: "why").description == "why")
  }

  @Test func `listeners get the names of their options`() {
    let names = ["shop": "--port", "control": "--control-port"]
    let errors: [ServerError] = [
      .portTaken(name: "shop", host: "h", port: 1), .portTaken(name: "mia", host: "h", port: 2),
      .cannotListen(name: "control", host: "h", port: 3, reason: "r"),
      .cannotListen(name: "mia", host: "h", port: 4, reason: "r"),
      .cannotCertify(name: "shop", reason: "r"), .invalidHosts(reason: "shop"),
    ]
    #expect(
      errors.map { $0.renamingListeners(names) } == [
        .portTaken(name: "--port", host: "h", port: 1), errors[1],
        .cannotListen(name: "--control-port", host: "h", port: 3, reason: "r"), errors[3],
        errors[4], errors[5],
      ])
  }

  private static func remedy(_ name: String, _ option: String) -> String {
    "raise \"limits.\(name)\" in ghostlight.json, or --\(option) of record, replay and stub."
  }

  @Test(
    arguments: [
      (.malformed, 400, "This is not an HTTP/1.1 request."),
      (.malformedTarget, 400, "The request target is malformed."),
      (.hostMissing, 400, "The Host field is missing."),
      (.hostRepeated, 400, "There is more than one Host field."),
      (.hostMalformed, 400, "The Host field is malformed."),
      (.lengthAndCoding, 400, "Content-Length and Transfer-Encoding contradict each other."),
      (.headTooSlow, 408, "The request came too slowly."),
      (.bodyTooLarge, 413, "The request body is too large; \(remedy("maxBody", "max-body"))"),
      (.targetTooLong, 414, "The request target is too long; \(remedy("maxHead", "max-head"))"),
      (.expectationUnknown, 417, "Only 100-continue can be expected."),
      (.headTooLarge, 431, "The request header is too large; \(remedy("maxHead", "max-head"))"),
      (.codingUnknown, 501, "The only transfer coding here is chunked."),
      (.methodUnsupported, 501, "This server is not a proxy."),
      (
        .serverFull, 503,
        "There are too many connections; \(remedy("maxConnections", "max-connections"))"
      ),
      (
        .bodiesFull, 503,
        "There are too many request bodies at a time: send it again later, or "
          + remedy("maxBodies", "max-bodies")
      ),
      (.versionUnsupported, 505, "Only HTTP/1.0 and HTTP/1.1 are spoken here."),
    ] as [(Refusal, Int, String)])
  func `a refusal is a response with a status and one line`(
    _ refusal: Refusal, _ status: Int, _ text: String
  ) {
    var fields: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    if refusal == .bodiesFull { fields[.retryAfter] = "1" }
    let response = refusal.response
    #expect(response.status.code == status)
    #expect(response.headers == fields)
    #expect(response.text == text + "\n")
    let reasons: [Refusal: String] = [
      .headTooSlow: "the client sends too slowly",
      .bodiesFull: "the server has no room for the body",
    ]
    #expect(refusal.uploadReason == reasons[refusal] ?? "the client broke off")
  }

  private static let there = ProxyDestination("a.example.com:7")

  @Test func `a proxy's refusal is a response with a status and its reason`() throws {
    let there = try #require(Self.there)
    let rows: [(ProxyRefusal, Int, String)] = [
      (.malformed, 400, "This is not a CONNECT request in HTTP/1.1."),
      (.malformedDestination, 400, "CONNECT needs a host and a port such as api.example.com:443."),
      (.hostMismatch, 400, "The Host field names another host than CONNECT does."),
      (.body, 400, "A CONNECT request has no body."),
      (
        .headTooLarge, 431, "The request header is too large; \(Self.remedy("maxHead", "max-head"))"
      ),
      (
        .loop, 508,
        "The request has passed this proxy before: its upstream is the proxy itself."
      ),
      (
        .unknown(there), 403,
        "a.example.com is not a vendor's host: name its emulator under proxy.hosts in "
          + "ghostlight.json, or reach other hosts with --other pass."
      ),
      (.ruledOut(there), 403, "a.example.com is refused by proxy.hosts."),
      (
        .forbidden(there), 403,
        "a.example.com is this machine, a link-local address or a metadata service, which a "
          + "proxy does not connect to: call it directly (no_proxy)."
      ),
      (
        .port(there), 403,
        "Port 7 is not allowed through this proxy: use 80, 443 or a port from 1024 on."
      ),
      (
        .full, 503, "There are too many tunnels; \(Self.remedy("maxTunnels", "max-tunnels"))"
      ),
      (.busy, 503, "32 requests for http hosts are on their way: ask again."),
      (.unreachable(there, reason: "why"), 502, "a.example.com:7 cannot be reached: why."),
      (
        .unsendable(there, reason: "why"), 400, "The request was not sent to a.example.com:7: why."
      ),
      (
        .misdirected("b", to: there), 421,
        "The tunnel leads to a.example.com:7, the request is for b."
      ),
    ]
    for (refusal, status, reason) in rows {
      #expect(refusal.reason == reason)
      let response = refusal.response
      #expect(response.status.code == status)
      #expect(response.text == reason + "\n")
      #expect(
        response.headers == [
          .contentType: "text/plain; charset=utf-8", .ghostlightReason: reason,
        ])
    }
  }

  @Test(
    arguments: [
      (.missingFile(path: "/p"), "/p does not exist: give the path of a PEM file"),
      (
        .cannotRead(path: "/p", reason: "why"),
        "/p cannot be read (why): check its path and its permissions"
      ),
      (
        .cannotWrite(path: "/p", reason: "why"),
        "/p cannot be written (why): check the disk's free space and the permissions"
      ),
      (
        .notCertificates(path: "/p"),
        #"/p holds no certificate in PEM form: it must contain "-----BEGIN CERTIFICATE-----""#
      ),
      (
        .notKey(path: "/p"),
        "/p holds no private key in PEM form that can be read without a passphrase: it must contain "
          + #""-----BEGIN PRIVATE KEY-----" or its like"#
      ),
      (
        .keyMismatch(certificateChainFile: "/c", keyFile: "/k"),
        "/k is not the key of the first certificate in /c: give the two that were made together, "
          + "the server's own certificate first"
      ),
      (
        .expired(path: "/p", date: "then"),
        "/p expired at then: have it renewed, or use Ghostlight's own authority"
      ),
      (
        .notYetValid(path: "/p", date: "then"),
        "/p is not valid before then: set this machine's clock"
      ),
      (
        .damagedAuthority(folder: "/f", reason: "why"),
        "the certificate authority in /f is damaged (why): put copies of ca.pem and ca-key.pem in "
          + "place, or remove both and trust the new authority"
      ),
      (.refused(reason: "why"), "the certificates cannot be used (why): create new ones"),
    ] as [(TLSError, String)])
  func `a TLS error has the problem and the remedy`(_ error: TLSError, _ text: String) {
    #expect(error.description == text)
  }

  @Test(
    arguments: [
      (.unreachable(reason: "why"), "P cannot be reached: why"),
      (.insecure(reason: "why"), "P is not trusted: why"),
      (.silent(seconds: 3), "P sent nothing for 3 seconds"),
      (.broken(reason: "why"), "P answered with no complete HTTP response: why"),
      (.improper(reason: "did this"), "P did this"),
      (.unsendable(reason: "why"), "the request was not sent to P: why"),
      (.upload(reason: "why"), "the request to P ended before it was whole: why"),
      (.cancelled, "P was no longer needed: the client disconnected"),
    ] as [(ClientError, String)])
  func `an error of a client is a sentence about its peer`(_ error: ClientError, _ text: String) {
    #expect(error.sentence(about: "P") == text)
    #expect(error.isOfRequest == text.contains("was not sent"))
    #expect(ClientError(error) == error)
  }

  @Test(
    arguments: [
      (
        "x CERTIFICATE_VERIFY_FAILED y",
        "its certificate is out of date, or signed by an untrusted authority"
      ),
      ("failedToValidateHostname", "its certificate is for another name; use the name"),
      ("WRONG_VERSION_NUMBER", "it speaks no TLS on this port; is its URL one of http://?"),
      ("HTTP_REQUEST", "it speaks no TLS on this port; is its URL one of http://?"),
      ("CERTIFICATE_REQUIRED", "it asks for a certificate of the client, and there is none"),
      ("HANDSHAKE_FAILURE", "it agrees to no version of TLS from 1.2 on, or to no cipher"),
      ("PROTOCOL_VERSION", "it agrees to no version of TLS from 1.2 on"), ("other", "other"),
    ])
  func `an error of TLS is explained`(_ text: String, _ explanation: String) {
    #expect(ClientError.explanation(ofTLS: text).hasPrefix(explanation))
  }

  private struct Failure: Error, CustomStringConvertible {
    let description = "of the test"
  }

  @Test func `an error of no known kind breaks the response off`() {
    #expect(ClientError(Failure()) == .broken(reason: "of the test"))
  }
}
