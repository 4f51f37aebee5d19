import Foundation

/// What the command line says about the address it binds.
enum ServerAddress {
  /// Whether only this machine reaches the address.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// A URL that a client may use: an address that stands for all is not one to connect to.
  static func reachable(_ url: String) -> String {
    for (all, one) in [("//0.0.0.0:", "//127.0.0.1:"), ("//[::]:", "//[::1]:")] {
      guard let range = url.range(of: all) else { continue }
      return url.replacingCharacters(in: range, with: one)
    }
    return url
  }

  static func warning(_ host: String) -> String {
    "warning: \(host) is open to the network. Anybody who reaches it can read and change what the "
      + "emulators hold; the control API answers this machine only."
  }
}
