import GhostlightCore
import NIOSSL

extension TLSContext {
  /// Takes the user's own files.
  init(
    certificateChainFile: String, keyFile: String, nowMilliseconds: Int64
  ) throws(TLSProblem) {
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

  private static func certificates(_ path: String) throws(TLSProblem) -> [NIOSSLCertificate] {
    let bytes = try TLSFiles.read(path)
    do {
      return try NIOSSLCertificate.fromPEMBytes(bytes)
    } catch {
      throw .notCertificates(path: path)
    }
  }

  private static func key(_ path: String) throws(TLSProblem) -> NIOSSLPrivateKey {
    let bytes = try TLSFiles.read(path)
    do {
      return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
    } catch {
      throw .notKey(path: path)
    }
  }

  /// A certificate's time for people; BoringSSL knows years up to 9999.
  private static func text(_ seconds: Int64) -> String {
    ISODate.format(milliseconds: seconds * 1000)
  }
}
