import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Trust instructions` {
  @Test(arguments: [
    ("/opt/ann/.ghostlight/ca.pem", "'/opt/ann/.ghostlight/ca.pem'"),
    ("/Users/Ann's Mac/ca.pem", "'/Users/Ann'\\''s Mac/ca.pem'"),
    ("/srv/$x/ca.pem", "'/srv/$x/ca.pem'"), ("/srv/a;b:c/ca.pem", "'/srv/a;b:c/ca.pem'"),
  ])
  func `the commands can be pasted into a shell`(_ path: String, _ word: String) {
    let text = TrustInstructions.text(caFile: path)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.first == "Ghostlight's certificate authority: \(path)")
    for line in [
      "sudo cp \(word) /usr/local/share/ca-certificates/ghostlight.crt",
      "sudo update-ca-certificates",
      "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(word)",
      "curl --cacert \(word) https://localhost:4401/",
      "export REQUESTS_CA_BUNDLE=\(word)",
      "export NODE_EXTRA_CA_CERTS=\(word)",
      "tlsConfiguration.additionalTrustRoots = [.file(\"\(path)\")]",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
  }
}
