import Foundation

/// Where our own certificate authority is kept.
enum AuthorityFolder {
  /// `$XDG_CACHE_HOME/ghostlight`, else `~/.cache/ghostlight`.
  static var standard: String {
    if let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"], !cache.isEmpty {
      return cache + "/ghostlight"
    }
    return FileManager.default.homeDirectoryForCurrentUser.path + "/.cache/ghostlight"
  }

  /// The time that certificates are held against.
  static var nowMilliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
