import NIOSSL
import Synchronization

/// Certificates for `<namespace>.localhost`, made when a client first asks.
///
/// OpenSSL and Node.js match no name with `*.localhost`: they want two labels after the star.
final class NamespaceCertificates: Sendable {
  /// As many as are kept; the next one starts over.
  static let limit = 1000

  private let made = Mutex<[String: NIOSSLCertificate]>([:])
  private let make: @Sendable (String) throws -> NIOSSLCertificate

  /// Keeps what `make` makes of names.
  init(_ make: @escaping @Sendable (String) throws -> NIOSSLCertificate) {
    self.make = make
  }

  /// What to use for a client that asks for `name`; no change for names that the server's
  /// certificate has itself, or that are none of ours.
  func terms(for name: String?) -> NIOSSLContextConfigurationOverride {
    guard let name = name?.lowercased(), CertificateNames.isNamespace(name),
      let certificate = certificate(for: name)
    else { return .noChanges }
    var terms = NIOSSLContextConfigurationOverride()
    terms.certificateChain = [.certificate(certificate)]
    return terms
  }

  private func certificate(for name: String) -> NIOSSLCertificate? {
    if let known = made.withLock({ $0[name] }) { return known }
    guard let certificate = try? make(name) else { return nil }
    made.withLock { made in
      if made.count >= Self.limit { made.removeAll() }
      made[name] = certificate
    }
    return certificate
  }
}
