import Crypto
import X509

/// A certificate authority of our own, for one machine: clients trust it once, and with it every
/// certificate that a server makes when it starts.
public struct CertificateAuthority: Sendable {
  /// The file to trust: its certificate, in PEM form.
  public let certificateFile: String
  let certificate: Certificate
  let key: P256.Signing.PrivateKey

  /// Takes what was read or made.
  init(certificateFile: String, certificate: Certificate, key: P256.Signing.PrivateKey) {
    self.certificateFile = certificateFile
    self.certificate = certificate
    self.key = key
  }
}
