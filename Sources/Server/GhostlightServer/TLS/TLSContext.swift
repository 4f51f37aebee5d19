#if TLS
  import Crypto
  import GhostlightCore
  import NIOCore
  import NIOSSL
  import SwiftASN1
  import Synchronization
  import X509

  /// The certificates, the key and the TLS settings of a server's listeners.
  ///
  /// ``ServerTLS/open(nowMilliseconds:)`` creates it; set it as ``ServerOptions/tls``, or use it in
  /// ``Listener/securing(with:)``. Several listeners may share it, from any thread. Later changes
  /// of the certificate files have no effect.
  public struct TLSContext: Sendable {
    /// The authority that clients must trust; `nil` if the certificates belong to the user.
    public let authority: CertificateAuthority?
    /// The certificate to trust, in PEM form: the authority's, or the last one in the user's own
    /// chain.
    let trusted: String
    private let context: NIOSSLContext

    /// Creates a context from a certificate chain and its key.
    init(
      _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey,
      authority: CertificateAuthority? = nil, naming: NIOSSLContextCallback? = nil
    ) throws {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      // The server sends close_notify, but does not wait for the client's.
      configuration.shutdownTimeout = .zero
      configuration.sslContextCallback = naming
      self.authority = authority
      trusted =
        try authority?.certificate.serializeAsPEM().pemString
        ?? chain.last.map {
          PEMDocument(type: "CERTIFICATE", derBytes: try $0.toDERBytes()).pemString
        }
        ?? ""
      context = try NIOSSLContext(configuration: configuration)
    }
  }

  extension TLSContext {
    /// Adds TLS to a connection, after `handler`, which has detected that the client uses TLS.
    func secure(
      _ pipeline: ChannelPipeline.SynchronousOperations, after handler: any ChannelHandler
    ) throws {
      try pipeline.addHandler(NIOSSLServerHandler(context: context), position: .after(handler))
    }

    /// Creates a context with certificates for loopback and `host`, signed by `authority`.
    ///
    /// Further certificates are created when a client first connects to a namespace by its host
    /// name.
    init(
      _ authority: CertificateAuthority, host: String, nowMilliseconds: Int64
    ) throws(TLSError) {
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
          promise.succeed(namespaces.configuration(for: client.serverHostname))
        }
      } catch {
        throw .refused(reason: "\(error)")
      }
    }
  }

  /// Creates the certificates for `<namespace>.localhost`, when a client first needs them.
  ///
  /// OpenSSL and Node.js do not accept `*.localhost`, because they need two labels after the star.
  final class NamespaceCertificates: Sendable {
    /// The maximum number of cached certificates; the cache is cleared before it grows larger.
    static let limit = 1000

    private let made = Mutex<[String: NIOSSLCertificate]>([:])
    private let make: @Sendable (String) throws -> NIOSSLCertificate

    /// Creates an empty cache; `make` creates the certificate for a name.
    init(_ make: @escaping @Sendable (String) throws -> NIOSSLCertificate) {
      self.make = make
    }

    /// Returns the certificate for a client that connects to `name`.
    ///
    /// The result changes nothing if the server's own certificate contains the name, or if the name
    /// does not belong to a namespace.
    func configuration(for name: String?) -> NIOSSLContextConfigurationOverride {
      guard let name = name?.lowercased(), CertificateNames.isNamespace(name),
        let certificate = certificate(for: name)
      else { return .noChanges }
      var configuration = NIOSSLContextConfigurationOverride()
      configuration.certificateChain = [.certificate(certificate)]
      return configuration
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

  extension TLSContext {
    /// Creates a context from the user's own certificate and key files.
    init(
      certificateChainFile: String, keyFile: String, nowMilliseconds: Int64
    ) throws(TLSError) {
      let chain = try Self.certificates(certificateChainFile)
      guard let leaf = chain.first else { throw .notCertificates(path: certificateChainFile) }
      let key = try Self.key(keyFile)
      let (first, last) = (Int64(leaf.notValidBefore), Int64(leaf.notValidAfter))
      guard nowMilliseconds / 1000 <= last else {
        throw .expired(path: certificateChainFile, date: Self.text(last))
      }
      guard nowMilliseconds / 1000 >= first else {
        throw .notYetValid(path: certificateChainFile, date: Self.text(first))
      }
      do {
        try self.init(chain, key)
      } catch NIOSSLError.failedToLoadPrivateKey {
        throw .keyMismatch(certificateChainFile: certificateChainFile, keyFile: keyFile)
      } catch {
        throw .refused(reason: "\(error)")
      }
    }

    private static func certificates(_ path: String) throws(TLSError) -> [NIOSSLCertificate] {
      let bytes = try TLSFiles.read(path)
      do {
        return try NIOSSLCertificate.fromPEMBytes(bytes)
      } catch {
        throw .notCertificates(path: path)
      }
    }

    private static func key(_ path: String) throws(TLSError) -> NIOSSLPrivateKey {
      let bytes = try TLSFiles.read(path)
      do {
        return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
      } catch {
        throw .notKey(path: path)
      }
    }

    /// Returns a certificate's time as an ISO 8601 string; BoringSSL supports years up to 9999.
    private static func text(_ seconds: Int64) -> String {
      ISODate.format(milliseconds: seconds * 1000)
    }
  }

  /// The names in a server's certificate, for the host on which the server listens.
  struct CertificateNames {
    /// The names and IP addresses of loopback, then the host, if it is a name or an IP address.
    let names: [GeneralName]

    /// Adds `host` if it is a name or an IP address; a certificate cannot contain `0.0.0.0` or
    /// `::`.
    init(host: String) {
      let host = host.lowercased()
      var names: [GeneralName] = [.dnsName("localhost"), .dnsName("*.localhost")]
      for address in ["127.0.0.1", "::1"] {
        if let bytes = NetworkAddress(address)?.bytes { names.append(Self.name(bytes)) }
      }
      if let bytes = NetworkAddress(host)?.bytes {
        let name = Self.name(bytes)
        if bytes.contains(where: { $0 != 0 }), !names.contains(name) { names.append(name) }
      } else if HostName.isValid(host), host != "localhost" {
        names.append(.dnsName(host))
      }
      self.names = names
    }

    /// Returns whether a name, in lower case, is `<namespace>.localhost` or a subdomain of one.
    static func isNamespace(_ name: String) -> Bool {
      name.hasSuffix(".localhost") && HostName.isValid(name)
    }

    private static func name(_ address: [UInt8]) -> GeneralName {
      .ipAddress(ASN1OctetString(contentBytes: address[...]))
    }
  }
#endif
