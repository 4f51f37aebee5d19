import Crypto
import GhostlightCore
import GhostlightRecording
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A certificate authority of our own, for one machine: clients trust it once, and with it every
/// certificate that a server makes when it starts.
public struct CertificateAuthority: Sendable {
  /// The file to trust: its certificate, in PEM form.
  public let certificateFile: String
  let certificate: Certificate
  let key: P256.Signing.PrivateKey

  /// Takes what was read or made.
  init(certificateFile: String, certificate: Certificate, key: P256.Signing.PrivateKey) {
    self.certificateFile = certificateFile
    self.certificate = certificate
    self.key = key
  }
}

extension CertificateAuthority {
  /// Opens the authority in `folder`, and makes folder and authority on first use.
  ///
  /// An authority of which less than thirty days are left is replaced by a new one. The files are
  /// `ca.pem`, for everyone, and `ca-key.pem`, for their owner only.
  ///
  /// - Parameters:
  ///   - folder: Where it is kept.
  ///   - domains: The names that it can sign for, with all below them, by name constraints; an
  ///     authority that cannot sign for one of them is replaced too. `nil` for whatever is asked.
  ///   - nowMilliseconds: The time, since 1970.
  /// - Returns: The authority, which may be a new one.
  /// - Throws: ``TLSError`` where the files are damaged, or cannot be read or written.
  public static func open(
    in folder: String, for domains: [String]? = nil, nowMilliseconds: Int64
  ) throws(TLSError) -> CertificateAuthority {
    try TLSFiles.makeFolder(folder)
    let lock = try TLSFiles.lock(folder)
    defer { TLSFiles.unlock(lock) }
    if let authority = try existing(in: folder) {
      try TLSFiles.closeToOthers(keyFile(in: folder))
      let isOver = try authority.isOver(nowMilliseconds)
      if !isOver, authority.isFor(domains) { return authority }
    }
    let authority: CertificateAuthority
    let text: String
    do {
      authority = try make(
        certificateFile: certificateFile(in: folder), for: domains,
        nowMilliseconds: nowMilliseconds)
      text = try authority.certificate.serializeAsPEM().pemString + "\n"
    } catch {
      throw .refused(reason: "\(error)")
    }
    try TLSFiles.write(
      authority.key.pemRepresentation + "\n", to: keyFile(in: folder), for: .owner)
    try TLSFiles.write(text, to: authority.certificateFile, for: .everyone)
    return authority
  }

  /// Where the authority in `folder` has its certificate, once there is one.
  public static func certificateFile(in folder: String) -> String { folder + "/ca.pem" }

  private static func keyFile(in folder: String) -> String { folder + "/ca-key.pem" }

  /// The authority in the files; `nil` where there is none, as nobody can trust a key alone.
  ///
  /// - Throws: ``TLSError`` where the files are damaged or cannot be read.
  package static func existing(in folder: String) throws(TLSError) -> CertificateAuthority? {
    let file = certificateFile(in: folder)
    guard let certificateText = try TLSFiles.readIfPresent(file) else { return nil }
    guard let keyText = try TLSFiles.readIfPresent(keyFile(in: folder)) else {
      throw .damagedAuthority(folder: folder, reason: "ca-key.pem is missing")
    }
    let pem = String(decoding: certificateText, as: UTF8.self)
    guard let certificate = try? Certificate(pemEncoded: pem) else {
      throw .damagedAuthority(folder: folder, reason: "ca.pem holds no certificate in PEM form")
    }
    let keyPEM = String(decoding: keyText, as: UTF8.self)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else {
      throw .damagedAuthority(folder: folder, reason: "ca-key.pem holds no P-256 key in PEM form")
    }
    guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
      throw .damagedAuthority(folder: folder, reason: "ca-key.pem is not the key of ca.pem")
    }
    guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
      throw .damagedAuthority(folder: folder, reason: "ca.pem is no authority's certificate")
    }
    return CertificateAuthority(certificateFile: file, certificate: certificate, key: key)
  }

  /// Whether a new authority is needed.
  ///
  /// - Throws: ``TLSError/notYetValid(path:date:)``, as a new one would not help.
  private func isOver(_ nowMilliseconds: Int64) throws(TLSError) -> Bool {
    let start = certificate.notValidBefore.timeIntervalSince1970
    guard Double(nowMilliseconds / 1000) >= start else {
      throw .notYetValid(
        path: certificateFile, date: ISODate.format(milliseconds: Int64(start) * 1000))
    }
    return isNearExpiry(nowMilliseconds: nowMilliseconds)
  }
}

extension CertificateAuthority {
  private static let day: Double = 86_400

  /// Makes a new authority: ten years, one level.
  static func make(
    certificateFile: String, for domains: [String]? = nil, nowMilliseconds: Int64
  ) throws -> CertificateAuthority {
    let now = date(nowMilliseconds)
    let key = P256.Signing.PrivateKey()
    let publicKey = Certificate.PublicKey(key.publicKey)
    let identifier = SubjectKeyIdentifier(hash: publicKey)
    // Trust stores list names only: one name for each authority.
    let mark = identifier.keyIdentifier.prefix(4).map(hex).joined()
    let name = try DistinguishedName {
      OrganizationName("Ghostlight")
      CommonName("Ghostlight \(domains == nil ? "" : "proxy ")authority \(mark)")
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
        if let domains {
          Critical(
            NameConstraints(
              permittedDNSDomains: domains, excludedIPRanges: everyAddress))
        }
      },
      issuerPrivateKey: Certificate.PrivateKey(key))
    return CertificateAuthority(
      certificateFile: certificateFile, certificate: certificate, key: key)
  }

  /// Address and mask, all zeros, of both families: a name constraint has to name a form to keep it out.
  private static let everyAddress = [8, 32].map { count in
    ASN1OctetString(contentBytes: ArraySlice(repeating: 0, count: count))
  }

  /// Whether it can sign for these domains, and for no address; `nil` is whatever is asked.
  private func isFor(_ domains: [String]?) -> Bool {
    let constraints = try? certificate.extensions.nameConstraints
    guard let domains else { return constraints == nil }
    guard let constraints, !constraints.permittedDNSDomains.isEmpty else { return false }
    return domains.allSatisfy { domain in
      constraints.permittedDNSDomains.contains { domain == $0 || domain.hasSuffix("." + $0) }
    }
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

  /// From when and until when clients take what it has signed, in milliseconds since 1970.
  package var validity: ClosedRange<Int64> {
    let start = Int64(certificate.notValidBefore.timeIntervalSince1970) * 1000
    return start...max(start, Int64(certificate.notValidAfter.timeIntervalSince1970) * 1000)
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
