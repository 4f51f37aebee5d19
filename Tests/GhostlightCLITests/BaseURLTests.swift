import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The --base-url option` {
  @Test func `the base URL appears in serve's line, status and the first requests`() throws {
    let server = try RunningServer(
      "--base-url", "stackmob=https://api.example.com", "--base-url", "http://mac.example.com")
    #expect(server.urls["stackmob"] == "https://api.example.com")
    #expect(server.urls["mia"]?.hasPrefix("http://mac.example.com:") == true)
    let object =
      try JSONSerialization.jsonObject(with: Data(server.ready.utf8)) as? [String: Any] ?? [:]
    let listening = object["listening"] as? [String: String] ?? [:]
    #expect(Set(listening.keys) == ["stackmob", "mia", "egf2", "appcenter", "cosmos"])
    #expect(listening["stackmob"]?.hasPrefix("http://127.0.0.1:") == true)
    let status = try server.run("status").output
    #expect(status.contains("StackMob    https://api.example.com  "), "\(status)")
    let front = try KeepAliveConnection(
      port: URL(string: server.control)?.port ?? 0
    ).send("GET", "/").body
    #expect(front.contains("https://api.example.com/todo"))
  }

  @Test func `the base URL appears in the text table together with the listening address`() throws {
    let command = try RunningCommand([
      "serve", "--port-base", "0", "--base-url", "stackmob=https://api.example.com",
    ])
    let lines = (0..<4).compactMap { _ in command.line() }
    command.send(SIGINT)
    #expect(try command.end().code == 0)
    let pattern =
      #/  StackMob    https://api\.example\.com  \(listens at http://127\.0\.0\.1:[0-9]+\)/#
    #expect(lines.last?.wholeMatch(of: pattern) != nil, "\(lines)")
  }

  @Test func `the base URL is set in the environment of exec's command`() throws {
    let result = try Command.run(
      "exec", "--base-url", "https://host.docker.internal", "--base-url",
      "cosmos=https://db.example.com", "--", "sh", "-c",
      "echo $GHOSTLIGHT_COSMOS_URL $APPCENTER_COSMOS_ENDPOINT $GHOSTLIGHT_MIA_URL")
    #expect(
      result.output.contains(
        #/^https://db\.example\.com\ https://db\.example\.com\ https://host\.docker\.internal:[0-9]+\n$/#
      ), "\(result.output)")
  }
}
