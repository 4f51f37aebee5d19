public import Foundation
import GhostlightClient

extension MKAppInstance {
  /// Makes an instance whose backend is an emulator.
  ///
  /// Without an address, `GHOSTLIGHT_MIA_URL` tells it, as `ghostlight exec` sets it, else it is
  /// `http://127.0.0.1:4402`. The secret is the emulator's unless it was told another.
  public convenience init(
    emulator url: URL?, secret: String = "s3cr3t", environment: MKEnvironment = MKEnvironment()
  ) {
    self.init(environment)
    APIEndpoint = EmulatorAddress(url, of: "mia", port: 4402).text
    APISecret = secret
  }
}
