#if TLS
  import NIOCore
  import NIOSSL

  /// The TLS settings of the connections that this program opens.
  ///
  /// The peer's certificate is checked, and its name unless the URL has an address.
  struct ClientTLS: Sendable {
    private let context: NIOSSLContext

    /// Trusts the certificates in a PEM file, or those of the system.
    ///
    /// - Throws: ``TLSError`` if the file cannot be read, and NIOSSL's errors if it has no certificates.
    init(trusting file: String?) throws {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.applicationProtocols = ["http/1.1"]
      if let file {
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(try TLSFiles.read(file)))
      }
      context = try NIOSSLContext(configuration: configuration)
    }

    /// Adds TLS to a connection to a host; `nil` for a host without a name.
    func secure(_ pipeline: ChannelPipeline.SynchronousOperations, to name: String?) throws {
      try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
    }

    /// Returns whether a peer closed the connection without TLS's own notice (`close_notify`).
    static func isUncleanShutdown(_ error: any Error) -> Bool {
      if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    /// Returns whether an error is one of TLS.
    static func isFailure(_ error: any Error) -> Bool {
      error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError
    }
  }
#endif
