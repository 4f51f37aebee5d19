// Stand-ins for this folder's types in a build without the trait `TLS`. They cannot be created: the
// functions that would create them throw ``TLSError/notBuilt``.
#if !TLS
  import NIOCore

  /// The stand-in for a certificate authority in a build without the trait `TLS`.
  public struct CertificateAuthority: Sendable {
    private let never: Never

    /// The path of the PEM file with the authority's certificate.
    public var certificateFile: String { switch never {} }
    /// The SHA-256 hash of the certificate.
    public var fingerprint: String { switch never {} }
    package var validity: ClosedRange<Int64> { switch never {} }
    var pem: String { switch never {} }
    var der: [UInt8] { switch never {} }

    package static func existing(in folder: String) throws(TLSError) -> CertificateAuthority? {
      throw .notBuilt
    }
  }

  /// The stand-in for the certificates of listeners in a build without the trait `TLS`.
  public struct TLSContext: Sendable {
    private let never: Never

    /// The certificate authority that clients must trust.
    public var authority: CertificateAuthority? { switch never {} }
    var trusted: String { switch never {} }

    func secure(
      _ pipeline: ChannelPipeline.SynchronousOperations, after handler: any ChannelHandler
    ) throws { switch never {} }
  }

  final class ProxyCertificates: Sendable {
    let authority: CertificateAuthority
    let keyHash: String

    init(folder: String, domains: [String]?, nowMilliseconds: Int64) throws(TLSError) {
      throw .notBuilt
    }

    func context(for destination: ProxyDestination) throws(TLSError) -> TLSContext {
      throw .notBuilt
    }
  }

  struct ClientTLS: Sendable {
    private let never: Never

    init(trusting file: String?) throws { throw TLSError.notBuilt }

    func secure(_ pipeline: ChannelPipeline.SynchronousOperations, to name: String?) throws {
      switch never {}
    }

    static func isCertificate(_ bytes: [UInt8]) -> Bool { false }

    static func isUncleanShutdown(_ error: any Error) -> Bool { false }

    static func isFailure(_ error: any Error) -> Bool { false }
  }
#endif
