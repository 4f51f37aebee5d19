import Crypto
import NIOCore
import NIOSSL
import SwiftASN1
import Synchronization
import X509

/// Certificates for the hosts that a proxy answers for, made when a client first asks.
///
/// The authority is one of its own: name constraints keep it from signing for anything but these
/// hosts and those below them, so that whoever gets hold of its key can pose as nobody else.
final class ProxyCertificates: Sendable {
  /// As many as are kept; the next one starts over.
  private static let limit = 256

  /// Who signs.
  let authority: CertificateAuthority
  private let key = P256.Signing.PrivateKey()
  private let nowMilliseconds: Int64
  private let made = Mutex<[String: TLSContext]>([:])

  /// Opens or makes the authority that is kept in a folder.
  init(folder: String, domains: [String]?, nowMilliseconds: Int64) throws(TLSError) {
    authority = try CertificateAuthority.open(
      in: folder, for: domains, nowMilliseconds: nowMilliseconds)
    self.nowMilliseconds = nowMilliseconds
  }

  /// What a connection is secured with whose client asked the proxy for a host; a client that then
  /// asks the host for the certificate of another finds none.
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
  /// What a certificate for the host is for.
  fileprivate var certifiedName: GeneralName {
    guard isAddress, let address = NetworkAddress(host) else { return .dnsName(host) }
    return .ipAddress(ASN1OctetString(contentBytes: ArraySlice(address.bytes)))
  }
}
