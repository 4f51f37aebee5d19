import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The proxy options of commands` {
  private static let curl = URL(filePath: "/usr/bin/env")

  @Test func `the exec command with a proxy lets curl reach only a vendor's hosts`() throws {
    let result = try Command.run(
      "exec", "--no-config", "--proxy", "0", "--", "sh", "-c",
      """
      curl -s -o /dev/null -w '%{http_code} %{ssl_verify_result}\\n' https://api.stackmob.com/todo
      curl -s -o /dev/null -w '%{http_code}\\n' http://push.stackmob.com/todo
      curl -s -o /dev/null -w '%{http_connect}\\n' https://example.com/
      curl -s http://ghostlight.test/ghostlight.pem | cmp - "$GHOSTLIGHT_PROXY_CERTIFICATE"
      """)
    #expect(result == CommandResult(code: 0, output: "401 0\n401\n403\n"))
  }

  @Test func `the exec command sets and extends the variables and removes its files`() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write("-----OWN-----\n", to: "own.pem")
    let result = try Command.run(
      [
        "exec", "--no-config", "--proxy", "0", "--", "sh", "-c",
        """
        for name in http_proxy https_proxy HTTP_PROXY HTTPS_PROXY; do
          eval "[ \\"\\$$name\\" = $GHOSTLIGHT_PROXY_URL ]" || echo "$name"
        done
        echo "$no_proxy"
        for name in SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO; do
          eval "grep -c OWN \\"\\$$name\\""
        done
        echo "$NODE_OPTIONS" | cut -d ' ' -f 1,2
        echo "$JAVA_TOOL_OPTIONS" | cut -d ' ' -f 1
        echo "${#GHOSTLIGHT_PROXY_KEY_HASH}"
        dirname "$SSL_CERT_FILE"
        """,
      ],
      environment: [
        "SSL_CERT_FILE": own, "NODE_OPTIONS": "--no-warnings", "JAVA_TOOL_OPTIONS": "-Da=b",
      ])
    #expect(result.code == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "localhost,127.0.0.1,::1", "1", "1", "1", "1", "--no-warnings --require", "-Da=b",
        "44",
      ])
    #expect(lines.last.map { FileManager.default.fileExists(atPath: $0) } == false)
  }

  @Test func `the exec command serves the files of HTML5 apps at their hosts`() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>app</p>", to: "www/index.html")
    let config = try folder.write(#"{"stackmob":{"static":"www"}}"#, to: "ghostlight.json")
    let options = ["exec", "--config", config, "--data", folder["state"], "--proxy", "0", "--"]
    let script = """
      curl -s https://dev.shop.acme.stackmobapp.com/
      curl -s -o /dev/null -w ' %{http_code}' --path-as-is http://a.b.stackmobapp.com/../ghostlight.json
      curl -s -o /dev/null -w ' %{http_code}' -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" \
        -d '{"todo_id":"1"}' https://dev.shop.acme.stackmobapp.com/todo
      """
    let result = try Command.run(options + ["sh", "-c", script])
    #expect(result == CommandResult(code: 0, output: "<p>app</p> 404 201"))
    // The state does not depend on the folder.
    try folder.write(#"{"stackmob":{}}"#, to: "ghostlight.json")
    #expect(try Command.run(options + ["true"]).code == 0)
  }

  @Test func `the serve command prints the address of the proxy`() throws {
    let server = try RunningServer("--no-config", "--proxy", "0")
    let proxy = try #require(server.urls["proxy"])
    let result = try Command.run(
      ["curl", "-s", "-x", proxy, "http://api.stackmob.com/todo"], of: Self.curl)
    #expect(result.code == 0)
    #expect(result.output.contains("X-StackMob-API-Key") || result.output.hasPrefix("{"))
    let certificate = try #require(server.urls["proxyCertificate"])
    #expect(FileManager.default.fileExists(atPath: certificate))
  }

  @Test func `the proxy command routes configured hosts without emulator ports`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"{"proxy":{"hosts":{"api.example.com":"mia"}}}"#, to: "ghostlight.json")
    let proxy = try RunningListener("proxy", "--port", "0", "--config", config)
    for (host, code) in [("api.example.com", "401"), ("other.example.com", "403")] {
      let result = try Command.run(
        [
          "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-x", proxy.url,
          "http://\(host)/none",
        ], of: Self.curl)
      #expect(result == CommandResult(code: 0, output: code), "\(host)")
    }
    #expect(try proxy.end().code == 0)
  }

  @Test(
    arguments: [
      (["serve", "--proxy", "70000"], "--proxy must be 0, or a port from 1 to 65535."),
      (
        ["serve", "--other", "pass"],
        "--other and --upstream-proxy need a proxy: add --proxy PORT."
      ),
      (["proxy", "--other", "all"], "--other must be refuse, pass or record."),
      (
        ["proxy", "--upstream-proxy", "https://a.example"],
        "--upstream-proxy must be a URL, such as http://proxy.example.com:3128."
      ),
      (["proxy", "--no-config", "--other", "record"], "give --record FILE"),
      (["proxy", "--no-config", "--record", "x.har"], "--record: no host is recorded"),
      (
        ["serve", "--no-config", "--proxy", "0", "--other", "record"],
        "only `ghostlight proxy --record FILE` and `ghostlight record --proxy` record hosts"
      ),
    ] as [([String], String)])
  func `a wrong proxy option is refused with advice`(_ arguments: [String], _ text: String) throws {
    let result = try Command.run(arguments)
    #expect(result.code == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test func `a used proxy port is reported with its option`() throws {
    let proxy = try RunningListener("proxy", "--port", "0", "--no-config")
    let port = try #require(URL(string: proxy.url)?.port)
    let result = try Command.run("proxy", "--port", String(port), "--no-config")
    #expect(result.code == 69)
    #expect(result.errors.contains("port \(port) on 127.0.0.1 is taken"), "\(result.errors)")
  }
}
