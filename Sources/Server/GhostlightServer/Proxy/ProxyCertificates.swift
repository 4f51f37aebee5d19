#if TLS
  import Crypto
  import GhostlightSigning
  import NIOCore
  import NIOSSL
  import SwiftASN1
  import Synchronization
  import X509

  /// Creates the certificates for hosts whose TLS a proxy terminates, when a client first needs
  /// them.
  ///
  /// The proxy has its own certificate authority. Name constraints allow it to sign only for these
  /// hosts and their subdomains, so a person with its key cannot impersonate any other host.
  final class ProxyCertificates: Sendable {
    /// The maximum number of cached certificates; the cache is cleared before it grows larger.
    private static let limit = 256

    /// The certificate authority that signs the certificates.
    let authority: CertificateAuthority
    private let key = P256.Signing.PrivateKey()
    private let nowMilliseconds: Int64
    private let made = Mutex<[String: TLSContext]>([:])

    /// The SHA-256 hash of the public key in all certificates, in Base64.
    var keyHash: String {
      Base64.encode(Array(SHA256.hash(data: key.publicKey.derRepresentation)))
    }

    /// Opens the certificate authority stored in a folder, or creates it there.
    init(folder: String, domains: [String]?, nowMilliseconds: Int64) throws(TLSError) {
      authority = try CertificateAuthority.open(
        in: folder, for: domains, nowMilliseconds: nowMilliseconds)
      self.nowMilliseconds = nowMilliseconds
    }

    /// Returns the TLS context for a tunnel to a host.
    ///
    /// The handshake fails if the client names another host.
    func context(for destination: ProxyDestination) throws(TLSError) -> TLSContext {
      let host = destination.host
      if let known = made.withLock({ $0[host] }) { return known }
      let context: TLSContext
      do {
        let certificate = try NIOSSLCertificate(
          bytes: authority.issue(
            [destination.certifiedName], for: key.publicKey, nowMilliseconds: nowMilliseconds),
          format: .der)
        context = try TLSContext(
          [certificate], NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem),
          authority: authority
        ) { client, promise in
          guard let name = client.serverHostname else { return promise.succeed(.noChanges) }
          if ProxyDestination(name, standardPort: 443)?.host == host {
            promise.succeed(.noChanges)
          } else {
            promise.fail(TLSError.refused(reason: "the tunnel is for \(host), not for \(name)"))
          }
        }
      } catch {
        throw .refused(reason: "\(error)")
      }
      made.withLock { made in
        if made.count >= Self.limit { made.removeAll() }
        made[host] = context
      }
      return context
    }
  }

  extension ProxyDestination {
    /// The host's name in the form that a certificate contains.
    fileprivate var certifiedName: GeneralName {
      guard isAddress, let address = NetworkAddress(host) else { return .dnsName(host) }
      return .ipAddress(ASN1OctetString(contentBytes: ArraySlice(address.bytes)))
    }
  }
#endif
