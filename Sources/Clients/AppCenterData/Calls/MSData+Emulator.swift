public import Foundation
import GhostlightClient

extension MSData {
  /// Makes emulators the services of Data: the token exchange, and the Cosmos DB it leads to.
  ///
  /// Without an address, `GHOSTLIGHT_APPCENTER_URL` and `GHOSTLIGHT_COSMOS_URL` tell it, as
  /// `ghostlight exec` sets them, else it is the port 4404 or 8081 of this machine.
  public static func setEmulators(exchange: URL? = nil, cosmos: URL? = nil) {
    let exchange = EmulatorAddress(exchange, of: "appcenter", port: 4404)
    setTokenExchangeUrl(exchange.text + "/v0.1")
    setCosmosEndpoint(EmulatorAddress(cosmos, of: "cosmos", port: 8081).text)
  }
}
