/// What the command line says about the address it binds.
enum ServerAddress {
  /// Whether only this machine reaches the address.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  static func warning(_ host: String) -> String {
    "warning: \(host) is open to the network. Anybody who reaches it can read and change what the "
      + "emulators hold; the control API answers this machine only."
  }
}
