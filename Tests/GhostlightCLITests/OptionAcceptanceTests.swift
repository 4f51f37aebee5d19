import ArgumentParser
import Testing

@testable import GhostlightCLI

@Suite struct `Refusals of options` {
  private static let brokers =
    "--provider, --selector, --provider-branch, --pending, --wip-since, --publish and --build-url "
    + "are about a --broker."

  /// The options of a part of the commands, and the reason why they are refused; `nil` if they are
  /// accepted.
  private static let rows: [(any ParsableArguments.Type, [String], String?)] = [
    (PortOptions.self, ["--port-base", "65435"], nil),
    (
      PortOptions.self, ["--port-base", "65436"], "--port-base takes 0, or a port from 1 to 65435."
    ),
    (PortOptions.self, ["--port-base", "-1"], "--port-base takes 0, or a port from 1 to 65435."),
    (PortOptions.self, ["--cosmos-port", "65535"], nil),
    (
      PortOptions.self, ["--cosmos-port", "65536"],
      "--cosmos-port takes 0, or a port from 1 to 65535."
    ),
    (ListenerOptions.self, ["--port", "65535", "--control-port", "65535"], nil),
    (ListenerOptions.self, ["--port", "65536"], "--port takes 0, or a port from 1 to 65535."),
    (
      ListenerOptions.self, ["--control-port", "-1"],
      "--control-port takes 0, or a port from 1 to 65535."
    ),
    (ListenerOptions.self, ["--allow-host", ""], "--allow-host takes a host name."),
    (VendorProxyOptions.self, ["--proxy", "65535"], nil),
    (VendorProxyOptions.self, ["--proxy", "65536"], "--proxy takes 0, or a port from 1 to 65535."),
    (
      VendorProxyOptions.self, ["--other", "pass"],
      "--other and --upstream-proxy are about the proxy: give --proxy PORT too."
    ),
    (
      VendorProxyOptions.self, ["--upstream-proxy", "http://a.example.com:1"],
      "--other and --upstream-proxy are about the proxy: give --proxy PORT too."
    ),
    (OtherHostOptions.self, ["--other", "keep"], "--other takes refuse, pass or record."),
    (
      OtherHostOptions.self, ["--upstream-proxy", "x"],
      "--upstream-proxy takes a URL such as http://proxy.example.com:3128."
    ),
    (TLSOptions.self, ["--tls-cert", "a"], "--tls-cert and --tls-key go together."),
    (TLSOptions.self, ["--tls-key", "a"], "--tls-cert and --tls-key go together."),
    (
      LimitOptions.self, ["--max-connections", "0"],
      "--max-connections takes a number from 1 to 1000000."
    ),
    (LimitOptions.self, ["--max-connections", "1000000"], nil),
    (
      LimitOptions.self, ["--max-tunnels", "100001"],
      "--max-tunnels takes a number from 0 to 100000."
    ),
    (LimitOptions.self, ["--max-tunnels", "0", "--idle-timeout", "1"], nil),
    (LimitOptions.self, ["--idle-timeout", "0"], "--idle-timeout takes a number from 1 to 86400."),
    (LimitOptions.self, ["--max-head", "1024"], nil),
    (
      LimitOptions.self, ["--max-head", "1023"],
      "--max-head takes a number from 1024 to 1099511627776."
    ),
    (
      ConsoleOptions.self, ["--articles", "https://a"],
      "--articles takes a URL that ends in a slash."
    ),
    (ConsoleOptions.self, ["--articles", "a/"], "--articles takes a URL that ends in a slash."),
    (ConsoleOptions.self, ["--contracts", "none"], "--contracts: there is no none."),
    (ConsoleOptions.self, ["--contract-results", "none"], "--contract-results: there is no none."),
    (PublicAddressOptions.self, ["--base-url", "egf2=http://a.example.com:7"], nil),
    (
      PublicAddressOptions.self, ["--base-url", "mia=http://a", "--base-url", "mia=http://b"],
      "--base-url: mia is there twice."
    ),
    (
      PublicAddressOptions.self, ["--base-url", "http://a", "--base-url", "http://b"],
      "--base-url: two addresses for all emulators; name them."
    ),
    (
      PublicAddressOptions.self, ["--base-url", "http://a:7"],
      "--base-url: http://a:7 cannot be all emulators: leave its port out, and each keeps its own, "
        + "or say whose it is, as in stackmob=http://a:7."
    ),
    (
      StageOptions.self, ["--config", "a", "--no-config"], "Give one of --config and --no-config."
    ),
    (
      StageOptions.self, ["--no-config", "--only", "x"],
      "--only: there is no emulator \"x\"; there are: stackmob, mia, egf2, appcenter, cosmos"
    ),
    (StageOptions.self, ["--config", "a", "--only", "x"], nil),
    (
      BrokerOptions.self, ["--broker", "b"],
      "--broker needs the provider's name there: --provider NAME."
    ),
    (
      BrokerOptions.self,
      ["--broker", "b", "--provider", "p", "--build-url", "u", "--publish", "1"], nil
    ),
    (BrokerOptions.self, ["--provider", "p"], brokers),
    (BrokerOptions.self, ["--selector", "latest"], brokers),
    (BrokerOptions.self, ["--provider-branch", "a"], brokers),
    (BrokerOptions.self, ["--pending"], brokers),
    (BrokerOptions.self, ["--wip-since", "2026-01-31"], brokers),
    (BrokerOptions.self, ["--publish", "1"], brokers),
    (BrokerOptions.self, ["--build-url", "u"], brokers),
    (BrokerOptions.self, ["--broker-token", "t"], nil),
    (
      BrokerOptions.self, ["--broker", "b", "--provider", "p", "--build-url", "u"],
      "--build-url is told with --publish."
    ),
    (
      BrokerOptions.self, ["--broker", "b", "--provider", "p", "--wip-since", "2026-1-31"],
      "--wip-since takes a day such as 2026-01-31."
    ),
    (BrokerOptions.self, ["--broker-user", "ada"], "--broker-user takes USER:PASSWORD."),
    (
      ControlTokenOption.self, ["--control-token", "short"],
      "--control-token is not a valid token: use 16 or more letters, digits and - . _ ~ + /, as "
        + "openssl rand -hex 16 prints them."
    ),
    (ClockCommand.self, ["--freeze", "--run"], "Give one of --freeze and --run."),
    (ClockCommand.self, ["--freeze"], nil), (ClockCommand.self, ["--run"], nil),
    (RequestsCommand.self, ["--limit", "-1"], "--limit takes a number from 0."),
    (RequestsCommand.self, ["--limit", "0"], nil),
    (RequestsCommand.self, ["0"], "Numbers begin with 1."), (RequestsCommand.self, ["1"], nil),
    (RequestsCommand.self, ["1", "--follow"], "Give one of a number and --follow."),
    (DataListCommand.self, ["--limit", "-1"], "--limit takes a number from 0."),
    (
      DataPutCommand.self, ["a", "b", "c", "[]"], "The row takes a JSON object."
    ),
    (
      DataPutCommand.self, ["a", "b", "c", "{"],
      "The row takes a JSON object: unexpected end at byte 1."
    ),
    (FaultsCommand.self, ["--add", "1"], "--add takes a JSON object."),
    (
      SnapshotCommand.self, ["--output", "a", "--restore", "b"],
      "Give one of --output and --restore."
    ),
    (StateCommand.self, ["a", "b"], #""b" is no parameter such as username=jill."#),
    (StateCommand.self, ["a", "=b"], #""=b" is no parameter such as username=jill."#),
    (StateCommand.self, ["a", "b="], nil),
    (
      ReplayCommand.self, ["a", "--spy", "x", "--record-misses", "y"],
      "Give one of --spy and --record-misses."
    ),
    (
      ReplayCommand.self, ["a", "b", "--record-misses", "y"],
      "--record-misses writes into the one file that is replayed; give one."
    ),
    (
      ReplayCommand.self, ["a", "--base-path", "v1"],
      "--base-path takes a path such as /v1, or a URL such as https://example.com/v1."
    ),
    (
      ServeCommand.self, ["--watch", "--data", "d"],
      "--watch begins anew with each change, which --data is there to prevent: give one of them."
    ),
    (
      ServeCommand.self, ["--watch", "--no-config"],
      "--watch has nothing to watch: name a file with --config, or make one by ghostlight init."
    ),
  ]

  @Test(arguments: rows.indices)
  func `an option that does not fit is refused with the remedy`(_ row: Int) {
    let (type, arguments, message) = Self.rows[row]
    do {
      _ = try type.parse(arguments)
      #expect(message == nil, "\(arguments)")
    } catch {
      #expect(type.message(for: error) == message, "\(arguments)")
    }
  }
}
