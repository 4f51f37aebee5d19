import NIOCore
import NIOSSL

/// What listeners are secured with: certificates, a key, and the protocols that are spoken.
public struct TLSContext: Sendable {
  /// The authority that clients must trust; `nil` where the certificates are the user's own.
  public let authority: CertificateAuthority?
  let context: NIOSSLContext

  /// Puts together what BoringSSL needs.
  init(
    _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey,
    authority: CertificateAuthority? = nil, naming: NIOSSLContextCallback? = nil
  ) throws {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // We say goodbye, but do not wait for the client's.
    configuration.shutdownTimeout = .zero
    configuration.sslContextCallback = naming
    self.authority = authority
    context = try NIOSSLContext(configuration: configuration)
  }
}
