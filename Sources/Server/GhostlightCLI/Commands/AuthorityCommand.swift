import ArgumentParser
import Ghostlight
import GhostlightServer

/// `ghostlight ca`: shows Ghostlight's certificate authority and explains how to trust it.
struct AuthorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca", abstract: "Print the certificate of --tls, and how to trust it.",
    discussion: HelpText.page(
      """
      Prints the certificate of the authority that `ghostlight serve --tls` uses, and the steps \
      with which clients trust it. Creates the authority if it does not exist yet.
      """,
      examples: [
        "ghostlight ca",
        "ghostlight ca --data state",
        "ghostlight ca --data state > trust.txt",
      ],
      exits: [65: "an invalid authority, or a folder that cannot be written"]))

  @Option(help: ArgumentHelp("The folder of `ghostlight serve --data`.", valueName: "DIR"))
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
