import GhostlightRecording

/// Instructions for trusting this machine's certificate authority in clients.
///
/// `ghostlight ca` prints them after it has opened or created the authority. They cover operating
/// systems, browsers and the HTTP clients of common languages.
public enum TrustInstructions {
  /// Returns the instructions for all systems and languages, without a trailing line break.
  ///
  /// `caFile` is the absolute path of the authority's certificate.
  public static func text(caFile: String) -> String {
    let file = ShellWord.quoted(caFile)
    return """
      Ghostlight's certificate authority: \(caFile)
      Whoever has ca-key.pem beside it can pose as any server to those who trust it: keep it to
      yourself. Clients that are to trust it:

      Debian, Ubuntu (all programs that use the system's store):
        sudo cp \(file) /usr/local/share/ca-certificates/ghostlight.crt
        sudo update-ca-certificates

      macOS (your account), and a booted iOS simulator:
        security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(file)
        xcrun simctl keychain booted add-root-cert \(file)

      curl:
        curl --cacert \(file) https://localhost:4401/

      Python requests:
        export REQUESTS_CA_BUNDLE=\(file)

      Node.js:
        export NODE_EXTRA_CA_CERTS=\(file)

      Swift on Linux (URLSession uses the system's store: see Debian, Ubuntu). With NIOSSL or
      AsyncHTTPClient:
        tlsConfiguration.additionalTrustRoots = [.file(\(literal(caFile)))]
      """
  }

  /// Returns the string as a Swift string literal.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for character in text {
      if character == "\"" || character == "\\" { literal.append("\\") }
      literal.append(character)
    }
    return literal + "\""
  }
}
