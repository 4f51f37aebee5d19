import Crypto
import GhostlightCore
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CertificateAuthority {
  /// Opens the authority in `folder`, and makes folder and authority on first use.
  ///
  /// An authority of which less than thirty days are left is replaced by a new one. The files are
  /// `ca.pem`, for everyone, and `ca-key.pem`, for their owner only.
  ///
  /// - Throws: ``TLSProblem`` where the files are damaged, or cannot be read or written.
  public static func open(
    in folder: String, nowMilliseconds: Int64
  ) throws(TLSProblem) -> CertificateAuthority {
    try TLSFiles.makeFolder(folder)
    let lock = try TLSFiles.lock(folder)
    defer { TLSFiles.unlock(lock) }
    if let authority = try read(folder), try !authority.isOver(nowMilliseconds) {
      return authority
    }
    let authority: CertificateAuthority
    let text: String
    do {
      authority = try make(
        certificateFile: certificateFile(in: folder), nowMilliseconds: nowMilliseconds)
      text = try authority.certificate.serializeAsPEM().pemString + "\n"
    } catch {
      throw .refused(reason: "\(error)")
    }
    try TLSFiles.write(
      authority.key.pemRepresentation + "\n", to: keyFile(in: folder), mode: 0o600)
    try TLSFiles.write(text, to: authority.certificateFile, mode: 0o644)
    return authority
  }

  /// Where the authority in `folder` has its certificate, once there is one.
  public static func certificateFile(in folder: String) -> String { folder + "/ca.pem" }

  private static func keyFile(in folder: String) -> String { folder + "/ca-key.pem" }

  /// The authority in the files; `nil` where there is none, as nobody can trust a key alone.
  private static func read(_ folder: String) throws(TLSProblem) -> CertificateAuthority? {
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
    try TLSFiles.closeToOthers(keyFile(in: folder))
    return CertificateAuthority(certificateFile: file, certificate: certificate, key: key)
  }

  /// Whether a new authority is needed.
  ///
  /// - Throws: ``TLSProblem/notYetValid(path:date:)``, as a new one would not help.
  private func isOver(_ nowMilliseconds: Int64) throws(TLSProblem) -> Bool {
    let start = certificate.notValidBefore.timeIntervalSince1970
    guard Double(nowMilliseconds / 1000) >= start else {
      throw .notYetValid(
        path: certificateFile, date: ISODate.format(milliseconds: Int64(start) * 1000))
    }
    return isNearExpiry(nowMilliseconds: nowMilliseconds)
  }
}
