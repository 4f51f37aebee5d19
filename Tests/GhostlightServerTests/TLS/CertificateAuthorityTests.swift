import Crypto
import SwiftASN1
import TestSupport
import Testing
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Certificate authority` {
  private let day: Int64 = 86_400_000
  private let now: Int64 = 1_800_000_000_000

  @Test func `the authority is created once and found again`() async throws {
    try await Scratch.use { scratch in
      let folder = scratch.path + "/own"
      let made = try CertificateAuthority.open(in: folder, nowMilliseconds: now)
      let found = try CertificateAuthority.open(in: folder, nowMilliseconds: now + 1000 * day)
      #expect(made.fingerprint == found.fingerprint)
      #expect(made.fingerprint.count == 95)
      #expect(found.certificateFile == folder + "/ca.pem")
      #expect(scratch.permissions("own") == 0o700)
      #expect(scratch.permissions("own/ca.pem") == 0o644)
      #expect(scratch.permissions("own/ca-key.pem") == 0o600)
    }
  }

  @Test func `concurrent starts create one authority`() async throws {
    try await Scratch.use { scratch in
      let fingerprints = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now).fingerprint
          }
        }
        var fingerprints: Set<String> = []
        for try await fingerprint in group { fingerprints.insert(fingerprint) }
        return fingerprints
      }
      #expect(fingerprints.count == 1)
    }
  }

  @Test func `opening the authority removes the key's permissions of other users`() async throws {
    try await Scratch.use { scratch in
      let made = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      _ = scratch.write(made.key.pemRepresentation, to: "ca-key.pem")
      scratch.setPermissions("ca-key.pem", 0o644)
      _ = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      #expect(scratch.permissions("ca-key.pem") == 0o600)
    }
  }

  @Test(arguments: [(3600, true), (3623, false), (3653, false), (36_530, false)])
  func `an expiring authority is replaced`(_ days: Int64, _ isKept: Bool) async throws {
    try await Scratch.use { scratch in
      let made = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      let later = now + days * day
      let next = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: later)
      #expect((made.fingerprint == next.fingerprint) == isKept)
      let again = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: later)
      #expect(again.fingerprint == next.fingerprint)
    }
  }

  @Test func `an authority is not used before its time`() async throws {
    try await Scratch.use { scratch in
      _ = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      let expected = TLSError.notYetValid(
        path: scratch.path + "/ca.pem", date: "2027-01-14T08:00:00.000Z")
      #expect(throws: expected) {
        try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now - 2 * day)
      }
    }
  }

  @Test(arguments: [
    ("ca.pem", "", "ca.pem holds no certificate in PEM form"),
    (
      "ca.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      "ca.pem holds no certificate in PEM form"
    ),
    ("ca-key.pem", "nothing", "ca-key.pem holds no P-256 key in PEM form"),
    (
      "ca-key.pem", P256.Signing.PrivateKey().pemRepresentation,
      "ca-key.pem is not the key of ca.pem"
    ),
    ("ca-key.pem", nil, "ca-key.pem is missing"),
  ])
  func `damaged files are refused`(_ name: String, _ text: String?, _ reason: String) async throws {
    try await Scratch.use { scratch in
      _ = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      if let text { _ = scratch.write(text, to: name) } else { scratch.remove(name) }
      #expect(throws: TLSError.damagedAuthority(folder: scratch.path, reason: reason)) {
        try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      }
    }
  }

  @Test func `a certificate that is not an authority's is refused`() async throws {
    try await Scratch.use { scratch in
      let made = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      let issued = try made.issue([], for: made.key.publicKey, nowMilliseconds: now)
      let pem = PEMDocument(type: "CERTIFICATE", derBytes: issued).pemString
      _ = scratch.write(pem, to: "ca.pem")
      let expected = TLSError.damagedAuthority(
        folder: scratch.path, reason: "ca.pem is not the certificate of an authority")
      #expect(throws: expected) {
        try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      }
    }
  }

  @Test func `a folder that cannot store the authority is reported`() async throws {
    try await Scratch.use { scratch in
      let file = scratch.write("", to: "key.pem")
      for folder in [file, file + "/own"] {
        let expected = TLSError.cannotWrite(path: folder, reason: "Not a directory")
        #expect(throws: expected) {
          try CertificateAuthority.open(in: folder, nowMilliseconds: now)
        }
      }
    }
  }

  @Test(arguments: [0, 3500] as [Int64])
  func `certificates last a year, but not longer than the authority`(_ days: Int64) async throws {
    try await Scratch.use { scratch in
      let authority = try CertificateAuthority.open(in: scratch.path, nowMilliseconds: now)
      let key = P256.Signing.PrivateKey().publicKey
      let bytes = try authority.issue(
        [.dnsName("localhost")], for: key, nowMilliseconds: now + days * day)
      let issued = try Certificate(derEncoded: bytes)
      #expect(issued.issuer == authority.certificate.subject)
      #expect(authority.certificate.publicKey.isValidSignature(issued.signature, for: issued))
      #expect(issued.notValidAfter <= authority.certificate.notValidAfter)
      let start = CertificateAuthority.date(now + days * day)
      #expect(issued.notValidBefore < start && issued.notValidAfter > start)
      let length = issued.notValidBefore.distance(to: issued.notValidAfter) / 86_400
      #expect(length == (days == 0 ? 396 : 153))
    }
  }
}
