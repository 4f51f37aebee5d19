public import Foundation
import GhostlightClient

extension EGF2Graph {
  /// A graph whose server is an emulator.
  ///
  /// Without an address, `GHOSTLIGHT_EGF2_URL` tells it, as `ghostlight exec` sets it, else it is
  /// `http://127.0.0.1:4403`. Answers `nil` for a name that is no file name.
  public convenience init?(
    name: String, emulator url: URL?, environment: EGF2Environment = EGF2Environment()
  ) {
    self.init(name: name, environment: environment)
    serverURL = URL(string: EmulatorAddress(url, of: "egf2", port: 4403).text + "/v1/")
  }
}
