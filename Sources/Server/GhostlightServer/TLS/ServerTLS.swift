/// The source of a server's certificates.
///
/// Use `.authority` for development, because it needs no files, and `.own` for certificates that
/// clients already trust. ``open(nowMilliseconds:)`` reads or creates the certificates.
///
/// ```swift
/// import GhostlightServer
///
/// func options(nowMilliseconds: Int64) throws -> ServerOptions {
///   let certificates = ServerTLS.authority(folder: "ghostlight-tls", host: "127.0.0.1")
///   var options = ServerOptions()
///   options.tls = try certificates.open(nowMilliseconds: nowMilliseconds)
///   return options
/// }
/// ```
public enum ServerTLS: Sendable, Hashable {
  /// The user's own PEM files: the server's certificate followed by its issuers, and its private
  /// key.
  case own(certificateChainFile: String, keyFile: String)
  /// Certificates for loopback and `host`, signed by Ghostlight's authority in `folder`.
  case authority(folder: String, host: String)
}

extension ServerTLS {
  /// Reads or creates a server's certificates, and checks that they are valid now.
  ///
  /// `nowMilliseconds` is the current time, in milliseconds since 1970.
  ///
  /// - Throws: ``TLSError`` if the certificates cannot be read, created or used now.
  public func open(nowMilliseconds: Int64) throws(TLSError) -> TLSContext {
    #if TLS
      switch self {
      case .own(let certificateChainFile, let keyFile):
        return try TLSContext(
          certificateChainFile: certificateChainFile, keyFile: keyFile,
          nowMilliseconds: nowMilliseconds)
      case .authority(let folder, let host):
        let authority = try CertificateAuthority.open(
          in: folder, nowMilliseconds: nowMilliseconds)
        return try TLSContext(authority, host: host, nowMilliseconds: nowMilliseconds)
      }
    #else
      throw .notBuilt
    #endif
  }
}
