import ArgumentParser
import Ghostlight
import Testing

@testable import GhostlightCLI

/// The values that are refused are rows in `WrongUses`.
@Suite struct `Accepted options` {
  private static let rows: [(any ParsableArguments.Type, [String])] = [
    (PortOptions.self, ["--port-base", "65435"]), (PortOptions.self, ["--cosmos-port", "65535"]),
    (ListenerOptions.self, ["--port", "65535", "--control-port", "65535"]),
    (VendorProxyOptions.self, ["--proxy", "65535"]),
    (LimitOptions.self, ["--max-connections", "1000000"]),
    (LimitOptions.self, ["--max-tunnels", "0", "--idle-timeout", "1"]),
    (LimitOptions.self, ["--max-head", "1024", "--max-body", "1", "--max-bodies", "1024G"]),
    (PublicAddressOptions.self, ["--base-url", "egf2=http://a.example.com:7"]),
    (StageOptions.self, ["--config", "a", "--only", "x"]),
    (StageOptions.self, ["--no-config", "--only", "StackMob, mia", "--only", "Cosmos DB"]),
    (
      BrokerOptions.self,
      ["--broker", "b", "--provider", "p", "--build-url", "u", "--publish", "1"]
    ),
    (BrokerOptions.self, ["--broker-token", "t"]),
    (ClockCommand.self, ["--freeze"]), (ClockCommand.self, ["--run"]),
    (RequestsCommand.self, ["--limit", "0"]), (RequestsCommand.self, ["1"]),
    (StateCommand.self, ["a", "b="]), (RoutesCommand.self, ["StackMob"]),
    (InitCommand.self, ["stackmob", "Cosmos DB"]),
  ]

  @Test(arguments: rows.indices)
  func `an option at its limit is accepted`(_ row: Int) throws {
    let (type, arguments) = Self.rows[row]
    _ = try type.parse(arguments)
  }

  @Test func `the emulators of --only may be named by titles, lists and repeated options`() throws {
    let options = try StageOptions.parse([
      "--no-config", "--only", "StackMob, mia", "--only", "Cosmos DB",
    ])
    #expect(options.emulators.map(\.name) == ["stackmob", "mia", "cosmos"])
  }
}
