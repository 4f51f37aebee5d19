import ArgumentParser
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options for a Pact broker, which provides contracts and stores verification results.
struct BrokerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Verify the contracts of a provider from this Pact broker.", valueName: "URL"))
  var broker: String?

  @Option(help: ArgumentHelp("The provider's name at the broker.", valueName: "NAME"))
  var provider: String?

  @Option(help: .rare("The token of the broker. (default: $PACT_BROKER_TOKEN)", "TOKEN"))
  var brokerToken: String?

  @Option(
    help: .rare(
      "User and password of the broker. (default: $PACT_BROKER_USERNAME:$PACT_BROKER_PASSWORD)",
      "USER:PASSWORD"))
  var brokerUser: String?

  @Option(help: .rare("The consumer versions, such as latest, mainBranch or tag=NAME.", "SELECTOR"))
  var selector: [ConsumerSelector] = []

  @Option(help: .rare("The branch of the verified provider.", "NAME"))
  var providerBranch: String?

  @Flag(help: .rare("Ignore failures of contracts that no provider version has kept."))
  var pending = false

  @Option(help: .rare("Also verify work in progress since a day such as 2026-01-31.", "DATE"))
  var wipSince: String?

  @Option(
    help: ArgumentHelp(
      "Publish the results for this version of the provider.", valueName: "VERSION"))
  var publish: String?

  @Option(help: .rare("The URL of the build, for published results.", "URL"))
  var buildUrl: String?

  func validate() throws {
    guard broker == nil || provider != nil else {
      throw ValidationError("--broker needs the provider's name: add --provider NAME.")
    }
    let isAlone =
      provider == nil && selector.isEmpty && providerBranch == nil && !pending && wipSince == nil
      && publish == nil && buildUrl == nil
    guard broker != nil || isAlone else {
      throw ValidationError(
        "--provider, --selector, --provider-branch, --pending, --wip-since, --publish and "
          + "--build-url need a broker: add --broker URL.")
    }
    guard buildUrl == nil || publish != nil else {
      throw ValidationError("--build-url needs --publish VERSION: add it.")
    }
    if let wipSince, wipSince.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}(T.+)?/) == nil {
      throw ValidationError("--wip-since must be a day, such as 2026-01-31.")
    }
    guard brokerUser?.contains(":") ?? true else {
      throw ValidationError("--broker-user must be USER:PASSWORD.")
    }
  }

  /// The value of `Authorization` for the broker, from the options or the environment.
  var credentials: String? {
    let environment = ProcessInfo.processInfo.environment
    if let brokerToken { return "Bearer \(brokerToken)" }
    if let brokerUser { return Self.basic(brokerUser) }
    if let token = environment["PACT_BROKER_TOKEN"], !token.isEmpty { return "Bearer \(token)" }
    guard let user = environment["PACT_BROKER_USERNAME"], !user.isEmpty else { return nil }
    return Self.basic("\(user):\(environment["PACT_BROKER_PASSWORD"] ?? "")")
  }

  private static func basic(_ pair: String) -> String {
    "Basic " + Data(pair.utf8).base64EncodedString()
  }
}

/// A selector for the consumer versions whose contracts the broker returns.
///
/// - Source: Pact Broker's documentation, "Consumer Version Selectors".
struct ConsumerSelector: ExpressibleByArgument {
  let json: JSON

  init?(argument: String) {
    if argument.hasPrefix("{") {
      guard let json = try? JSON.parse(argument), json.object != nil else { return nil }
      self.json = json
      return
    }
    switch argument {
    case "latest": json = ["latest": true]
    case "mainBranch", "matchingBranch", "deployedOrReleased", "deployed", "released":
      json = [argument: true]
    default:
      let pair = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, !pair[1].isEmpty else { return nil }
      switch pair[0] {
      case "branch": json = ["branch": .string(pair[1])]
      case "tag": json = ["tag": .string(pair[1]), "latest": true]
      case "environment": json = ["environment": .string(pair[1])]
      case "consumer": json = ["consumer": .string(pair[1]), "latest": true]
      default: return nil
      }
    }
  }
}
