import Crypto
import NIOCore
import NIOSSL
import X509

extension TLSContext {
  /// Makes certificates of `authority` for loopback and `host`, and one for each namespace asked
  /// for.
  init(
    _ authority: CertificateAuthority, host: String, nowMilliseconds: Int64
  ) throws(TLSProblem) {
    do {
      let key = P256.Signing.PrivateKey()
      let names = CertificateNames(host: host)
      let certificate = try NIOSSLCertificate(
        bytes: authority.issue(
          names.names, for: key.publicKey, nowMilliseconds: nowMilliseconds),
        format: .der)
      let namespaces = NamespaceCertificates { name in
        let certificate = try authority.issue(
          [.dnsName(name)], for: key.publicKey, nowMilliseconds: nowMilliseconds)
        return try NIOSSLCertificate(bytes: certificate, format: .der)
      }
      try self.init(
        [certificate],
        NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem),
        authority: authority
      ) { client, promise in
        promise.succeed(namespaces.terms(for: client.serverHostname))
      }
    } catch {
      throw .refused(reason: "\(error)")
    }
  }
}
