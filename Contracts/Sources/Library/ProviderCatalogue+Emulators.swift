public import GhostlightContracts
public import GhostlightEmulation
import HTTPTypes

extension ProviderCatalogue {
  /// What an emulator says of itself.
  public init(_ provider: String, routes: [RouteSummary], refusals: [Fault]) {
    self.init(
      provider: provider,
      routes: routes.map { Route(method: $0.method, pattern: $0.pattern, title: $0.title) },
      refusals: refusals.map {
        Refusal(name: $0.name, status: $0.status.code, message: $0.message)
      })
  }
}
