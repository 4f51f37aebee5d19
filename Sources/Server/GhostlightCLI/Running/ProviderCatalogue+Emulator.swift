import Ghostlight
import GhostlightContracts
import GhostlightEmulation
import HTTPTypes

extension ProviderCatalogue {
  /// What all our emulators say of themselves.
  static var emulators: [ProviderCatalogue] { Emulator.all.map { ProviderCatalogue($0) } }

  private init(_ emulator: Emulator) {
    self.init(
      provider: emulator.name,
      routes: type(of: emulator.seed).routeSummaries.map {
        Route(method: $0.method, pattern: $0.pattern, title: $0.title)
      },
      refusals: type(of: emulator.seed).refusals.map {
        Refusal(name: $0.name, status: $0.status.code, message: $0.message)
      })
  }
}
