#if TLS
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

  /// A certificate authority for one machine, which Ghostlight creates and stores in a folder.
  ///
  /// Clients trust the authority's certificate once. They then accept every certificate that a
  /// server creates when it starts, so that no browser or app shows a warning.
  /// ``ServerTLS/authority(folder:host:)`` uses the authority for a server, and
  /// ``TrustInstructions`` explains how clients trust it.
  ///
  /// Several processes may open the same folder at the same time; a lock serializes them.
  ///
  /// ```swift
  /// import GhostlightServer
  ///
  /// func authorityFile(nowMilliseconds: Int64) throws -> String {
  ///   let authority = try CertificateAuthority.open(
  ///     in: "ghostlight-tls", nowMilliseconds: nowMilliseconds)
  ///   return authority.certificateFile
  /// }
  /// ```
  public struct CertificateAuthority: Sendable {
    /// The path of the PEM file with the authority's certificate, which clients must trust.
    public let certificateFile: String
    let certificate: Certificate
    let key: P256.Signing.PrivateKey
  }

  extension CertificateAuthority {
    /// Opens the authority in `folder`, and creates the folder and the authority on first use.
    ///
    /// An authority that expires in less than thirty days is replaced with a new one. The files are
    /// `ca.pem`, readable by everyone, and `ca-key.pem`, readable only by their owner.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder that stores the authority's files.
    ///   - domains: The domains, including subdomains, that the authority can sign for, by name
    ///     constraints. An authority that cannot sign for one of them is replaced too. With `nil`
    ///     it can sign for any name.
    ///   - nowMilliseconds: The current time, in milliseconds since 1970.
    /// - Returns: The authority, which may be a new one.
    /// - Throws: ``TLSError`` if the files are damaged, or cannot be read or written.
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

    /// Returns the path of the authority's certificate file in `folder`, even if it does not exist
    /// yet.
    public static func certificateFile(in folder: String) -> String { folder + "/ca.pem" }

    private static func keyFile(in folder: String) -> String { folder + "/ca-key.pem" }

    /// Returns the authority stored in a folder; `nil` if it has no certificate file.
    ///
    /// A key without a certificate counts as none, because clients cannot trust a key.
    ///
    /// - Throws: ``TLSError`` if the files are damaged or cannot be read.
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
        throw .damagedAuthority(
          folder: folder, reason: "ca.pem is not the certificate of an authority")
      }
      return CertificateAuthority(certificateFile: file, certificate: certificate, key: key)
    }

    /// Returns whether the authority has expired or expires soon, so that it must be replaced.
    ///
    /// - Throws: ``TLSError/notYetValid(path:date:)`` if the authority is not valid yet, because
    ///   replacing it would not help.
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

    /// Creates a new authority, which is valid for ten years and signs only server certificates.
    static func make(
      certificateFile: String, for domains: [String]? = nil, nowMilliseconds: Int64
    ) throws -> CertificateAuthority {
      let now = date(nowMilliseconds)
      let key = P256.Signing.PrivateKey()
      let publicKey = Certificate.PublicKey(key.publicKey)
      let identifier = SubjectKeyIdentifier(hash: publicKey)
      // Trust stores show only names, so each authority has a different name.
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

    /// Address and mask of both IP families, all zeros.
    ///
    /// A name constraint excludes only the kinds of names that it lists.
    private static let everyAddress = [8, 32].map { count in
      ASN1OctetString(contentBytes: ArraySlice(repeating: 0, count: count))
    }

    /// Returns whether the authority can sign for exactly these domains and no IP address.
    ///
    /// With `nil`, it must be able to sign for any name.
    private func isFor(_ domains: [String]?) -> Bool {
      let constraints = try? certificate.extensions.nameConstraints
      guard let domains else { return constraints == nil }
      guard let constraints, !constraints.permittedDNSDomains.isEmpty else { return false }
      return domains.allSatisfy { domain in
        constraints.permittedDNSDomains.contains { domain == $0 || domain.hasSuffix("." + $0) }
      }
    }

    /// Creates a server's certificate in DER form.
    ///
    /// It is valid for 396 days, but no longer than the authority's own certificate.
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

    /// The certificate in PEM form; an empty string if it cannot be serialized.
    var pem: String {
      do { return try certificate.serializeAsPEM().pemString + "\n" } catch { return "" }
    }

    /// The certificate in DER form; an empty array if it cannot be serialized.
    var der: [UInt8] {
      var serializer = DER.Serializer()
      do { try serializer.serialize(certificate) } catch { return [] }
      return serializer.serializedBytes
    }

    /// The certificate's SHA-256 hash in the form that trust stores show: `AB:CD:…`.
    public var fingerprint: String {
      let der = der
      return der.isEmpty ? "" : SHA256.hash(data: der).map(Self.hex).joined(separator: ":")
    }

    /// The period in which clients accept the certificate, in milliseconds since 1970.
    package var validity: ClosedRange<Int64> {
      let start = Int64(certificate.notValidBefore.timeIntervalSince1970) * 1000
      return start...max(start, Int64(certificate.notValidAfter.timeIntervalSince1970) * 1000)
    }

    /// Returns whether the certificate expires in less than thirty days.
    func isNearExpiry(nowMilliseconds: Int64) -> Bool {
      certificate.notValidAfter
        < Self.date(nowMilliseconds).addingTimeInterval(30 * Self.day)
    }

    private static func hex(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }

    /// Returns the time rounded down to whole seconds, the smallest unit in certificates.
    static func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(milliseconds / 1000))
    }
  }
#endif
