import Foundation
import GhostlightClient
import Testing

@Suite struct `Emulator addresses` {
  @Test(arguments: [
    (String?.none, [:], "http://127.0.0.1:4401", "127.0.0.1:4401"),
    (nil, ["GHOSTLIGHT_STACKMOB_URL": "http://127.0.0.1:9/"], "http://127.0.0.1:9", "127.0.0.1:9"),
    (nil, ["GHOSTLIGHT_MIA_URL": "http://127.0.0.1:9"], "http://127.0.0.1:4401", "127.0.0.1:4401"),
    (nil, ["GHOSTLIGHT_STACKMOB_URL": "nowhere"], "http://127.0.0.1:4401", "127.0.0.1:4401"),
    (
      "https://host:8/a", ["GHOSTLIGHT_STACKMOB_URL": "http://127.0.0.1:9"], "https://host:8/a",
      "host:8"
    ),
  ]) func `an address is the given one, that of the environment, or the default`(
    _ given: String?, _ variables: [String: String], _ text: String, _ authority: String
  ) {
    let address = EmulatorAddress(
      given.flatMap { URL(string: $0) }, of: "stackmob", port: 4401, variables: variables)
    #expect(address.text == text)
    #expect(address.authority == authority)
  }

  @Test(arguments: [
    (["MIA_SECRET": "test"], ["MIA_SECRET": "variable"], "test"),
    (["OTHER": "test"], ["MIA_SECRET": "variable"], "variable"),
    ([:], [:], "published"),
  ]) func `a key is that of the test, of the environment, or the published one`(
    _ known: [String: String], _ variables: [String: String], _ key: String
  ) {
    let keys = EmulatorKeys(known)
    #expect(keys.key("MIA_SECRET", published: "published", variables: variables) == key)
  }
}
