import ArgumentParser
import Ghostlight
import GhostlightEmulation
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options that enable HTTPS and select its certificates.
struct TLSOptions: ParsableArguments {
  @Flag(help: "Also serve HTTPS on the same ports; `ghostlight ca` explains how.")
  var tls = false

  @Option(help: .rare("Serve HTTPS with this certificate chain (PEM).", "FILE"))
  var tlsCert: String?

  @Option(help: .rare("The key of --tls-cert (PEM).", "FILE"))
  var tlsKey: String?

  /// Whether HTTPS is enabled.
  var isOn: Bool { tls || tlsCert != nil }

  func validate() throws {
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key need each other: give both.")
    }
  }

  /// Returns a sentence about HTTPS for the user; `nil` if HTTPS is not enabled.
  func remark(folder: String?) -> String? {
    guard isOn else { return nil }
    guard tlsCert == nil else { return "The same ports answer https." }
    let option = folder.map { " --data \($0)" } ?? ""
    return "The same ports answer https; see `ghostlight ca\(option)`."
  }

  /// Reads or creates the certificates for the listeners; `nil` if HTTPS is not enabled.
  ///
  /// - Throws: `ExitCode`, after printing one line about the problem: 1 if a file does not exist,
  ///   otherwise 65.
  func open(host: String, folder: String?) throws -> TLSContext? {
    guard isOn else { return nil }
    let source: ServerTLS
    if let tlsCert, let tlsKey {
      source = .own(certificateChainFile: tlsCert, keyFile: tlsKey)
    } else {
      source = .authority(folder: folder ?? AuthorityFolder.standard, host: host)
    }
    do throws(TLSError) {
      return try source.open(nowMilliseconds: SystemTime.milliseconds())
    } catch {
      Terminal.complain("\(error)")
      if case .missingFile = error { throw ExitCode.failure }
      throw ExitCode(65)
    }
  }
}

/// The folders of Ghostlight's own certificate authorities.
enum AuthorityFolder {
  /// The default folder: `$XDG_CACHE_HOME/ghostlight`, or `.cache/ghostlight` in the home folder.
  ///
  /// The home folder is `$HOME`, or the account's if that variable is not set.
  static var standard: String {
    let variables = ProcessInfo.processInfo.environment
    if let cache = variables["XDG_CACHE_HOME"], !cache.isEmpty { return cache + "/ghostlight" }
    if let home = variables["HOME"], !home.isEmpty { return home + "/.cache/ghostlight" }
    return FileManager.default.homeDirectoryForCurrentUser.path + "/.cache/ghostlight"
  }

  /// Returns the folder of the proxy's authority, separate because it signs for different names.
  static func ofProxy(data: String?) -> String { (data ?? standard) + "/proxy" }

  /// Returns the folder of the authority of a proxy that signs for these hosts only.
  static func ofProxy(hosts: Set<String>) -> String {
    var digest = Digest64()
    for host in hosts.sorted() { digest.add(host) }
    return standard + "/proxy-\(String(digest.value, radix: 16))"
  }

  /// Returns the folder of the recording proxy's authority, which can sign for any host.
  static func ofRecording(data: String?) -> String { (data ?? standard) + "/recording-proxy" }
}
