import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks that the folders to which `serve` writes are writable.
struct FolderCheck {
  private let folders: [(use: String, path: String, isNeeded: Bool)]

  init(_ stage: StageOptions, _ tls: TLSOptions) {
    var folders = [("init and record write here", ".", false)]
    if let data = stage.data { folders.append(("--data", data, true)) }
    if stage.data == nil {
      folders.append(("the authority of --tls", AuthorityFolder.standard, tls.tls))
    }
    if let path = stage.source?.path {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      folders.append(("the configuration's folder", folder, false))
    }
    self.folders = folders
  }

  func findings() -> [Finding] { folders.map(finding) }

  private func finding(_ use: String, _ path: String, _ isNeeded: Bool) -> Finding {
    let place = Self.nearest(to: path)
    let exists = place == URL(filePath: path).path
    guard let reason = Self.obstacle(at: place) else {
      return Finding(
        subject: "folder", level: .ok,
        fact: "\(path) (\(use)) can be \(exists ? "written to" : "created")")
    }
    return Finding(
      subject: "folder", level: isNeeded ? .failure : .warning,
      fact: "\(path) (\(use)) cannot be \(exists ? "written to" : "created"): \(place): \(reason)",
      remedy: "name another folder, or see its owner and permissions: ls -ld \(place)")
  }

  /// Returns the path, or its nearest existing parent folder.
  private static func nearest(to path: String) -> String {
    var url = URL(filePath: path)
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url.path
  }

  private static func obstacle(at path: String) -> String? {
    guard FileStatus(path)?.isFolder == true else { return "it is not a folder" }
    return access(path, W_OK | X_OK) == 0 ? nil : String(cString: strerror(errno))
  }
}

/// Checks that a configuration, if there is one, is valid.
struct ConfigurationCheck {
  private let stage: StageOptions

  init(_ stage: StageOptions) { self.stage = stage }

  func finding() -> Finding {
    guard let source = stage.source else {
      return Finding(
        subject: "configuration", level: .ok,
        fact: "none: each emulator is a new account of its vendor; `ghostlight init` writes one")
    }
    let findings = Mutex<[String]>([])
    let remarks = Mutex<[String]>([])
    var file = ConfigurationFile(path: source.path) { text in
      findings.withLock { $0.append(text) }
    }
    file.remark = { text in remarks.withLock { $0.append(text) } }
    guard (try? file.read()) != nil else {
      return Finding(
        subject: "configuration", level: .failure,
        fact: findings.withLock { $0.joined(separator: "; ") },
        remedy: "correct it by what `ghostlight schema` says, or leave it out with --no-config")
    }
    let left = remarks.withLock { $0.joined(separator: "; ") }
    guard left.isEmpty else {
      return Finding(
        subject: "configuration", level: .warning, fact: "\(source.path): \(left)")
    }
    return Finding(
      subject: "configuration", level: .ok,
      fact: source.path + (source.isFound ? " of this folder" : "") + " is valid")
  }
}

/// Checks that HTTPS certificates are valid, and that this machine trusts Ghostlight's authority.
struct CertificateCheck {
  private let folder: String
  private let tls: TLSOptions

  init(_ stage: StageOptions, _ tls: TLSOptions) {
    folder = stage.data ?? AuthorityFolder.standard
    self.tls = tls
  }

  func finding() -> Finding {
    do throws(TLSError) {
      if let chain = tls.tlsCert, let key = tls.tlsKey {
        let source = ServerTLS.own(certificateChainFile: chain, keyFile: key)
        _ = try source.open(nowMilliseconds: SystemTime.milliseconds())
        return Finding(subject: "certificates", level: .ok, fact: "\(chain) and its key hold")
      }
      return Self.finding(try CertificateAuthority.existing(in: folder), in: folder)
    } catch {
      return Finding(
        subject: "certificates", level: tls.isOn ? .failure : .warning, fact: "\(error)",
        remedy: "give other files, or see `ghostlight ca --help`")
    }
  }

  private static func finding(_ authority: CertificateAuthority?, in folder: String) -> Finding {
    guard let authority else {
      return Finding(
        subject: "certificates", level: .ok, fact: "no authority in \(folder): --tls makes one")
    }
    let start = ISODate.format(milliseconds: authority.validity.lowerBound)
    let end = ISODate.format(milliseconds: authority.validity.upperBound)
    let fact = "\(authority.certificateFile) is valid until \(end)"
    guard authority.validity.contains(SystemTime.milliseconds()) else {
      return Finding(
        subject: "certificates", level: .warning,
        fact:
          "\(authority.certificateFile) is not valid now: it is valid from \(start) until \(end)",
        remedy: "set this machine's clock, or let --tls make a new authority, and trust it again")
    }
    let option = folder == AuthorityFolder.standard ? "" : " --data \(folder)"
    switch SystemTrust.trusts(authority.certificateFile) {
    case true?:
      return Finding(
        subject: "certificates", level: .ok, fact: "\(fact), and this system trusts it")
    case false?:
      return Finding(
        subject: "certificates", level: .warning,
        fact: "\(fact), and this system does not trust it",
        remedy: "`ghostlight ca\(option)` explains how to trust it")
    case nil:
      #if canImport(Darwin)
        let question = "to see whether this system trusts it, run security verify-cert -c"
        let trust = "\(question) \(authority.certificateFile)"
      #else
        let trust = "this system has no list of certificates that it trusts"
      #endif
      return Finding(subject: "certificates", level: .ok, fact: "\(fact); \(trust)")
    }
  }
}

/// The certificates that programs on this system trust.
enum SystemTrust {
  /// The files in which Linux distributions store all trusted certificates.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// Returns whether the system trusts a certificate; `nil` if the system stores no certificate
  /// files.
  static func trusts(_ certificateFile: String) -> Bool? {
    #if canImport(Darwin)
      return nil
    #else
      let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].map { [$0] } ?? []
      guard let certificate = text(certificateFile), !certificate.isEmpty,
        let bundle = (named + bundles).lazy.compactMap(text).first
      else { return nil }
      return bundle.contains(certificate)
    #endif
  }

  /// Returns the file's contents without whitespace, because line breaks may differ.
  private static func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
  }
}
