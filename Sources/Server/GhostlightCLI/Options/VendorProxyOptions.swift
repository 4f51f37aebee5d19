import ArgumentParser
import Ghostlight
import GhostlightRecording
import GhostlightServer

/// The options for a proxy's requests to hosts that no emulator serves.
struct OtherHostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do with other hosts: refuse, pass or record. (default: refuse)",
      valueName: "ACTION"))
  var other: String?

  @Option(help: .rare("The proxy to other hosts, such as http://proxy.example.com:3128.", "URL"))
  var upstreamProxy: String?

  func validate() throws {
    if let other, ProxySettings.Other(rawValue: other) == nil {
      throw ValidationError("--other must be refuse, pass or record.")
    }
    if let upstreamProxy, UpstreamProxy(upstreamProxy) == nil {
      throw ValidationError(
        "--upstream-proxy must be a URL, such as http://proxy.example.com:3128.")
    }
  }

  /// Returns whether exchanges with at least one host are recorded; `--other` overrides `settings`.
  func records(_ settings: ProxySettings) -> Bool {
    (other ?? settings.other.rawValue) == "record"
      || settings.rules.contains { $0.target == .record }
  }

  /// Warns that a recording proxy's certificate can sign certificates for any host.
  static func warnThatAnyHostIsVouchedFor(by certificateFile: String) {
    Terminal.complain(
      "warning: \(certificateFile) can sign certificates for any host: trust it for as long as you record, in "
        + "one client, and no longer")
  }

  /// Returns the settings of a proxy on `port`, from the configuration and these options.
  ///
  /// `recorder` records the exchanges with hosts whose rule is `record`, and `trustFile` is the path
  /// of the certificates that these hosts may have.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if the configuration's upstream is not a
  ///   valid proxy URL.
  func options(
    port: Int, _ settings: ProxySettings, folder: String?, recordingInto recorder: Recorder? = nil,
    trustFile: String? = nil
  ) throws -> ProxyOptions {
    var settings = settings
    if let other = other.flatMap(ProxySettings.Other.init) { settings.other = other }
    var options = ProxyOptions(
      settings, port: port,
      authorityFolder: settings.other == .record
        ? AuthorityFolder.ofRecording(data: folder) : AuthorityFolder.ofProxy(data: folder),
      nowMilliseconds: SystemTime.milliseconds())
    options.recording = recorder.map { recorder in
      ProxyRecording(trustFile: trustFile) { $0.recorded(into: recorder) }
    }
    if let url = upstreamProxy ?? settings.upstream {
      guard let upstream = UpstreamProxy(url) else {
        Terminal.complain(
          "$.proxy.upstream: \"\(url)\" is not a valid proxy: use one such as http://proxy.example.com:3128"
        )
        throw ExitCode(65)
      }
      options.upstream = upstream
    }
    return options
  }
}

/// The options for a proxy that a command opens in addition to its other listeners.
struct VendorProxyOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Open a proxy for the served hosts on this port; 0 for a free one.", valueName: "PORT"))
  var proxy: Int?

  @OptionGroup var others: OtherHostOptions

  func validate() throws {
    guard (0...65_535).contains(proxy ?? 0) else {
      throw ValidationError("--proxy must be 0, or a port from 1 to 65535.")
    }
    guard proxy != nil || others.other == nil && others.upstreamProxy == nil else {
      throw ValidationError(
        "--other and --upstream-proxy need a proxy: add --proxy PORT.")
    }
  }

  /// Returns the settings of the proxy; `nil` without `--proxy`.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if the configuration's upstream is not a
  ///   valid proxy URL, and 64 if a rule asks for recording.
  func options(_ settings: ProxySettings, folder: String?) throws -> ProxyOptions? {
    guard let proxy else { return nil }
    guard !others.records(settings) else {
      Terminal.complain(
        "only `ghostlight proxy --record FILE` and `ghostlight record --proxy` record hosts: remove "
          + "record from --other and from proxy in the configuration")
      throw ExitCode(64)
    }
    return try others.options(port: proxy, settings, folder: folder)
  }

  /// Returns the settings of a proxy for the hosts of one service; `nil` without `--proxy`.
  ///
  /// The certificate authority can vouch for these hosts only, so other hosts have another one.
  ///
  /// - Throws: `ExitCode` 64, after printing one line, if no certificate can be created for any of
  ///   the hosts, or if a rule asks for recording.
  func options(hosts: [String], of service: String) throws -> ProxyOptions? {
    guard var options = try self.options(ProxySettings(), folder: nil) else { return nil }
    let rules = hosts.compactMap { ProxyRule($0, target: .refuse) }
    guard !rules.isEmpty else {
      Terminal.complain(
        "--proxy is for hosts with a name such as api.example.com, which \(service) does not have: "
          + "add one with --allow-host")
      throw ExitCode(64)
    }
    options.authorityFolder = AuthorityFolder.ofProxy(hosts: Set(rules.map(\.name)))
    return options
  }

  /// Returns the settings of a proxy to a stage whose exchanges are recorded; `nil` without
  /// `--proxy`.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if the configuration's upstream is not a
  ///   valid proxy URL.
  func options(
    _ settings: ProxySettings, folder: String?, recordingInto recorder: Recorder,
    trustFile: String?
  ) throws -> ProxyOptions? {
    try proxy.map {
      try others.options(
        port: $0, settings, folder: folder, recordingInto: recorder, trustFile: trustFile)
    }
  }
}
