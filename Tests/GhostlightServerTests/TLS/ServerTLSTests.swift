import Crypto
import GhostlightCore
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Certificates of the user` {
  private let day: Int64 = 86_400_000

  /// Returns PEM strings: a server's certificate with its authority's, and the server's key.
  private func files(_ scratch: Scratch) throws -> (chain: String, key: String) {
    let authority = try CertificateAuthority.open(
      in: scratch.path, nowMilliseconds: Scratch.now)
    let key = P256.Signing.PrivateKey()
    let bytes = try authority.issue(
      CertificateNames(host: "own.example").names, for: key.publicKey,
      nowMilliseconds: Scratch.now)
    let leaf = PEMDocument(type: "CERTIFICATE", derBytes: bytes).pemString
    let chain = try leaf + "\n" + authority.certificate.serializeAsPEM().pemString + "\n"
    return (chain, key.pemRepresentation)
  }

  private func open(
    _ scratch: Scratch, chain: String, key: String, after milliseconds: Int64 = 0
  ) throws -> TLSContext {
    try ServerTLS.own(
      certificateChainFile: scratch.write(chain, to: "chain.pem"),
      keyFile: scratch.write(key, to: "key.pem")
    ).open(nowMilliseconds: Scratch.now + milliseconds)
  }

  @Test func `clients get the user's own certificate`() async throws {
    try await Scratch.use { scratch in
      let (chain, key) = try files(scratch)
      let tls = try open(scratch, chain: chain, key: key)
      #expect(tls.authority == nil)
      try await serving(.scheme, tls) { server in
        let client = try await TLSClient.connect(
          to: server, trusting: scratch.path + "/ca.pem", asking: "own.example")
        await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        let expected = Response.wire("https ")
        #expect(try await client.receive(bytes: expected.utf8.count) == expected)
        await client.close()
      }
    }
  }

  @Test func `certificate and key may be in one file`() async throws {
    try await Scratch.use { scratch in
      let (chain, key) = try files(scratch)
      _ = try open(scratch, chain: chain + key, key: chain + key)
    }
  }

  @Test func `a missing certificate file is reported`() async throws {
    try await Scratch.use { scratch in
      let missing = scratch.path + "/none.pem"
      #expect(throws: TLSError.missingFile(path: missing)) {
        try ServerTLS.own(certificateChainFile: missing, keyFile: missing)
          .open(nowMilliseconds: Scratch.now)
      }
      #expect(throws: TLSError.cannotRead(path: scratch.path, reason: "Is a directory")) {
        try ServerTLS.own(certificateChainFile: scratch.path, keyFile: missing)
          .open(nowMilliseconds: Scratch.now)
      }
    }
  }

  @Test(arguments: ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAA==\n"])
  func `a file that is not PEM is reported`(_ text: String) async throws {
    try await Scratch.use { scratch in
      let (chain, key) = try files(scratch)
      #expect(throws: TLSError.notCertificates(path: scratch.path + "/chain.pem")) {
        try open(scratch, chain: text, key: key)
      }
      #expect(throws: TLSError.notKey(path: scratch.path + "/key.pem")) {
        try open(scratch, chain: chain, key: text)
      }
    }
  }

  @Test func `a key with a passphrase is reported`() async throws {
    try await Scratch.use { scratch in
      let (chain, _) = try files(scratch)
      #expect(throws: TLSError.notKey(path: scratch.path + "/key.pem")) {
        try open(scratch, chain: chain, key: encrypted)
      }
    }
  }

  private let encrypted = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAicmBIpwK5gHAIBATAM
    BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBAgQQwtTJ1eu+SwfxYM9ouMldpQSBkHze
    1GTmGmQ4Lv2IojpqC9tehUxAUk8itn0iTPzsnE6tm1AaJvHnQrokidTWq9kCHmSt
    cKPOSP2Ti+S93+7vlcOBFqLvR2boB8Op+D1OBZcAoaolzFivodlBIC67LSgU+aw5
    jc/rvJ1XVKfVXhHJi8yGYVKXXRdjZ6dIgG0/Jlarb+7cpbbVDEHqF2VXAnUfMQ==
    -----END ENCRYPTED PRIVATE KEY-----

    """

  @Test func `a key that does not belong to the certificate is reported`() async throws {
    try await Scratch.use { scratch in
      let (chain, _) = try files(scratch)
      let expected = TLSError.keyMismatch(
        certificateChainFile: scratch.path + "/chain.pem", keyFile: scratch.path + "/key.pem")
      #expect(throws: expected) {
        try open(scratch, chain: chain, key: P256.Signing.PrivateKey().pemRepresentation)
      }
      #expect(throws: expected) {
        try open(scratch, chain: chain, key: P384.Signing.PrivateKey().pemRepresentation)
      }
    }
  }

  @Test func `a certificate that is expired or not yet valid is reported`() async throws {
    try await Scratch.use { scratch in
      let (chain, key) = try files(scratch)
      _ = try open(scratch, chain: chain, key: key, after: 394 * day)
      do {
        _ = try open(scratch, chain: chain, key: key, after: 396 * day)
        Issue.record("it is over")
      } catch TLSError.expired(let path, _) {
        #expect(path == scratch.path + "/chain.pem")
      }
      do {
        _ = try open(scratch, chain: chain, key: key, after: -2 * day)
        Issue.record("it is still to come")
      } catch TLSError.notYetValid(let path, _) {
        #expect(path == scratch.path + "/chain.pem")
      }
    }
  }
}
