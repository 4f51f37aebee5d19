import ArgumentParser
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight doctor`: checks whether `serve` would start here, and reports what prevents it.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find the reasons why `serve` does not start.",
    discussion: HelpText.page(
      """
      Takes the options of `ghostlight serve`, and checks the versions, the ports, the folders, \
      the configuration and the certificates without changing anything. Each problem has a remedy.
      """,
      examples: [
        "ghostlight doctor --port-base 0",
        "ghostlight doctor --config ghostlight.json",
        "ghostlight doctor --data state --json",
      ],
      exits: [0: "no problem", 1: "a problem was found"]))

  @OptionGroup var ports: PortOptions

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @Flag(help: "Print JSON, as with --format json.")
  var json = false

  @OptionGroup var control: ControlListenerOptions

  @OptionGroup var stage: StageOptions

  @OptionGroup var tls: TLSOptions

  func run() async throws {
    var findings = [Finding.versions]
    findings += await PortCheck(ports, control, stage.emulators).findings()
    findings += FolderCheck(stage, tls).findings()
    findings.append(ConfigurationCheck(stage).finding())
    findings.append(CertificateCheck(stage, tls).finding())
    let isWell = findings.allSatisfy { $0.level != .failure }
    switch json ? .json : format {
    case .json:
      let list = JSON.array(findings.map(\.json))
      Terminal.print(JSON.object(["ok": .bool(isWell), "findings": list]).text(pretty: true))
    case .text: Terminal.print(findings.map(\.text).joined(separator: "\n"))
    }
    guard isWell else { throw ExitCode.failure }
  }
}

/// The result of one check.
struct Finding: Hashable {
  /// The severity of a finding.
  enum Level: String {
    case ok, warning, failure
  }

  /// The subject of the check: `port`, `folder`, `configuration`, `certificates` or `versions`.
  let subject: String
  let level: Level
  let fact: String
  /// The next step for the user; `nil` if everything is in order.
  var remedy: String?

  var json: JSON {
    var object: JSONObject = [
      "check": .string(subject), "level": .string(level.rawValue), "text": .string(fact),
    ]
    object["next"] = remedy.map(JSON.string)
    return .object(object)
  }

  /// A line with the fact, followed by a line with the remedy if there is one.
  var text: String {
    let name = level.rawValue + String(repeating: " ", count: 9 - level.rawValue.utf8.count)
    return "\(name)\(subject): \(fact)"
      + (remedy.map { "\n" + String(repeating: " ", count: 9) + $0 } ?? "")
  }

  /// The finding with the versions of Ghostlight, Swift and the operating system, for bug reports.
  static var versions: Finding {
    #if compiler(>=6.4)
      let swift = "6.4 or later"
    #elseif compiler(>=6.3)
      let swift = "6.3"
    #else
      let swift = "6.2"
    #endif
    return Finding(
      subject: "versions", level: .ok,
      fact: "ghostlight \(Version.current), built with Swift \(swift), on "
        + ProcessInfo.processInfo.operatingSystemVersionString)
  }
}
