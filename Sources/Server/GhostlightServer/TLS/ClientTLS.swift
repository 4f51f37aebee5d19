#if TLS
  import NIOCore
  import NIOSSL

  /// The TLS settings for connections that this program opens.
  ///
  /// The peer's certificate is verified, including its name unless the URL has an IP address.
  struct ClientTLS: Sendable {
    private let context: NIOSSLContext

    /// Creates settings that trust the certificates in a PEM file; with `nil`, those of the system.
    ///
    /// - Throws: ``TLSError`` if the file cannot be read, and an error of NIOSSL if it has no
    ///   certificates.
    init(trusting file: String?) throws {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.applicationProtocols = ["http/1.1"]
      if let file {
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(try TLSFiles.read(file)))
      }
      context = try NIOSSLContext(configuration: configuration)
    }

    /// Adds TLS to a connection; `name` is the host's name, or `nil` if the URL has an IP address.
    func secure(_ pipeline: ChannelPipeline.SynchronousOperations, to name: String?) throws {
      try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
    }

    /// Returns whether bytes in DER form are a valid certificate.
    static func isCertificate(_ bytes: [UInt8]) -> Bool {
      (try? NIOSSLCertificate(bytes: bytes, format: .der)) != nil
    }

    /// Returns whether a peer closed the connection without sending `close_notify`.
    static func isUncleanShutdown(_ error: any Error) -> Bool {
      if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    /// Returns whether TLS caused the error.
    static func isFailure(_ error: any Error) -> Bool {
      error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError
    }
  }
#endif
