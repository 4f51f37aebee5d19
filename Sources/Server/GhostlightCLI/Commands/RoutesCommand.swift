import ArgumentParser
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightServer

/// `ghostlight routes VENDOR`: lists the routes of an emulator, without a server.
struct RoutesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "List the requests that an emulator serves.",
    discussion: HelpText.page(
      """
      Prints the method, path and title of each route, and the section of the vendor's protocol \
      that describes it. A fault plan selects requests by the same titles, as in \
      {\"route\":\"Login\"}.
      """,
      examples: [
        "ghostlight routes stackmob",
        "ghostlight routes cosmos --format json",
        "ghostlight routes mia | grep POST",
      ],
      exits: [64: "wrong options, or an unknown vendor"]))

  @Argument(help: ArgumentHelp("The emulator, such as stackmob.", valueName: "VENDOR"))
  var vendor: String

  @Option(help: "The output format.")
  var format = OutputFormat.text

  func validate() throws { _ = try emulator() }

  func run() throws {
    let emulator = try emulator()
    let routes = emulator.seed.catalogue.routes
    let sections = routes.map { ProtocolSection(ofRoute: $0.title, provider: emulator.name)?.name }
    switch format {
    case .json:
      let list = zip(routes, sections).map { route, section -> JSON in
        var object = route.json.object ?? [:]
        object["section"] = section.map(JSON.string)
        return .object(object)
      }
      Terminal.print(JSON.array(list).text(pretty: true))
    case .text:
      var table = Table("METHOD", "PATH", "ROUTE", "SECTION")
      for (route, section) in zip(routes, sections) {
        table.add(route.method, route.pattern, route.title, section ?? "")
      }
      Terminal.print(table.text)
    }
  }

  private func emulator() throws -> Service {
    guard let emulator = StageOptions.service(vendor, of: Service.all) else {
      throw ValidationError(StageOptions.unknown(vendor, of: Service.all))
    }
    return emulator
  }
}
