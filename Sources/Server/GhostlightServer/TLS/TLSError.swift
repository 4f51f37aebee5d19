import GhostlightRecording

/// The reason why certificates cannot be used.
///
/// ``ServerTLS`` and ``CertificateAuthority`` throw this error. Most cases name the file or folder.
/// The `description` also names the remedy, in one line.
public enum TLSError: Error, Sendable, Hashable {
  /// The certificate or key file does not exist.
  case missingFile(path: String)
  /// The file or folder cannot be read.
  case cannotRead(path: String, reason: String)
  /// The file or folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The file does not contain a PEM certificate.
  case notCertificates(path: String)
  /// The file does not contain a PEM private key, or the key is encrypted.
  case notKey(path: String)
  /// The private key does not belong to the certificate.
  case keyMismatch(certificateChainFile: String, keyFile: String)
  /// The certificate expired on `date`.
  case expired(path: String, date: String)
  /// The certificate is not valid before `date`.
  case notYetValid(path: String, date: String)
  /// The authority's files are invalid, or the key does not belong to the certificate.
  case damagedAuthority(folder: String, reason: String)
  /// This program was built without the trait `TLS`.
  case notBuilt
  /// The TLS library rejects the certificates, for the given reason.
  case refused(reason: String)
}

extension TLSError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .missingFile(let path):
      "\(path) does not exist: give the path of a PEM file"
    case .cannotRead(let path, let reason):
      "\(path) cannot be read (\(reason)): check its path and its permissions"
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written (\(reason)): check the disk's free space and the permissions"
    case .notCertificates(let path):
      "\(path) holds no certificate in PEM form: it must contain \"-----BEGIN CERTIFICATE-----\""
    case .notKey(let path):
      "\(path) holds no private key in PEM form that can be read without a passphrase: "
        + "it must contain \"-----BEGIN PRIVATE KEY-----\" or its like"
    case .keyMismatch(let certificateChainFile, let keyFile):
      "\(keyFile) is not the key of the first certificate in \(certificateChainFile): "
        + "give the two that were made together, the server's own certificate first"
    case .expired(let path, let date):
      "\(path) expired at \(date): have it renewed, or use Ghostlight's own authority"
    case .notYetValid(let path, let date):
      "\(path) is not valid before \(date): set this machine's clock"
    case .damagedAuthority(let folder, let reason):
      "the certificate authority in \(folder) is damaged (\(reason)): put copies of ca.pem and "
        + "ca-key.pem in place, or remove both and trust the new authority"
    case .notBuilt:
      "this ghostlight was built without TLS; the same command with it: \(Self.commandWithTLS)"
    case .refused(let reason):
      "the certificates cannot be used (\(reason)): create new ones"
    }
  }
}

extension TLSError {
  /// The command line of this process for a build with TLS, without tokens.
  private static var commandWithTLS: String {
    var words = ["swift", "run", "ghostlight"]
    for argument in CommandLine.arguments.dropFirst() {
      let parts =
        argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1) : [argument[...]]
      for part in parts {
        let isToken = words.last?.hasSuffix("-token") == true
        words.append(isToken ? "…" : ShellWord.plain(String(part)))
      }
    }
    return words.joined(separator: " ")
  }
}
