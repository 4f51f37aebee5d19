/// Where a server's certificates come from.
public enum ServerTLS: Sendable, Hashable {
  /// The user's own files, both PEM: the server's certificate with those above it, and its key.
  case own(certificateChainFile: String, keyFile: String)
  /// Certificates of our own authority, which is kept in `folder`, for loopback and `host`.
  case authority(folder: String, host: String)
}

extension ServerTLS {
  /// Reads or makes what listeners are secured with; validity is held against the time since 1970.
  ///
  /// - Throws: ``TLSProblem`` where the certificates cannot be used.
  public func open(nowMilliseconds: Int64) throws(TLSProblem) -> TLSContext {
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
  }
}
