import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CertificateAuthority {
  private static let day: Double = 86_400

  /// Makes a new authority: ten years, one level.
  static func make(
    certificateFile: String, nowMilliseconds: Int64
  ) throws -> CertificateAuthority {
    let now = date(nowMilliseconds)
    let key = P256.Signing.PrivateKey()
    let publicKey = Certificate.PublicKey(key.publicKey)
    let identifier = SubjectKeyIdentifier(hash: publicKey)
    // Trust stores list names only: one name for each authority.
    let mark = identifier.keyIdentifier.prefix(4).map(hex).joined()
    let name = try DistinguishedName {
      OrganizationName("Ghostlight")
      CommonName("Ghostlight authority \(mark)")
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
      notValidBefore: now.addingTimeInterval(-day),
      notValidAfter: now.addingTimeInterval(3652 * day),
      issuer: name, subject: name,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        identifier
      },
      issuerPrivateKey: Certificate.PrivateKey(key))
    return CertificateAuthority(
      certificateFile: certificateFile, certificate: certificate, key: key)
  }

  /// Makes a server's certificate, in DER form: 396 days, but no longer than the authority's.
  func issue(
    _ names: [GeneralName], for key: P256.Signing.PublicKey, nowMilliseconds: Int64
  ) throws -> [UInt8] {
    let now = Self.date(nowMilliseconds)
    let publicKey = Certificate.PublicKey(key)
    let issued = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
      notValidBefore: max(now.addingTimeInterval(-Self.day), certificate.notValidBefore),
      notValidAfter: min(now.addingTimeInterval(395 * Self.day), certificate.notValidAfter),
      issuer: certificate.subject,
      subject: DistinguishedName {
        OrganizationName("Ghostlight")
        CommonName("Ghostlight server")
      },
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names)
        SubjectKeyIdentifier(hash: publicKey)
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
      },
      issuerPrivateKey: Certificate.PrivateKey(self.key))
    var serializer = DER.Serializer()
    try serializer.serialize(issued)
    return serializer.serializedBytes
  }

  /// SHA-256 of the certificate, as trust stores show it: `AB:CD:…`.
  public var fingerprint: String {
    var serializer = DER.Serializer()
    do {
      try serializer.serialize(certificate)
    } catch {
      return ""
    }
    return SHA256.hash(data: serializer.serializedBytes).map(Self.hex).joined(separator: ":")
  }

  /// Whether less than thirty days are left.
  func isNearExpiry(nowMilliseconds: Int64) -> Bool {
    certificate.notValidAfter
      < Self.date(nowMilliseconds).addingTimeInterval(30 * Self.day)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }

  /// The time in whole seconds, which is all that a certificate takes.
  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds / 1000))
  }
}
