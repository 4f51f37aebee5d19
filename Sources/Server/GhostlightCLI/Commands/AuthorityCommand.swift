import ArgumentParser
import Ghostlight
import GhostlightServer

/// `ghostlight ca`: shows Ghostlight's certificate authority and explains how to trust it.
struct AuthorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca", abstract: "Print the certificate of --tls, and how to trust it.",
    discussion: """
      Makes the authority where there is none yet.

      Example: ghostlight ca --data state
      """)

  @Option(
    help: ArgumentHelp(
      "The folder of `serve --data`, if the authority is kept there.", valueName: "DIR"))
  var data: String?

  func run() throws {
    do throws(TLSError) {
      let source = ServerTLS.authority(folder: data ?? AuthorityFolder.standard, host: "127.0.0.1")
      let context = try source.open(nowMilliseconds: SystemTime.milliseconds())
      guard let authority = context.authority else { return }
      Terminal.print(TrustInstructions.text(caFile: authority.certificateFile))
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(65)
    }
  }
}
