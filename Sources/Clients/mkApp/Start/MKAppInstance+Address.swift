import GhostlightClient
import Synchronization

extension MKAppInstance {
  /// The address that the settings name.
  ///
  /// - Throws: `invalidParams` where name or secret is missing, or there is no such URL.
  func address() throws(MKError) -> WebAddress {
    let state = state.withLock { $0 }
    guard state.secret?.isEmpty == false else {
      throw MKError(
        .invalidParams, message: "There is no API secret; set APISecret at the app's start.")
    }
    let text = try Self.endpoint(state)
    guard let address = WebAddress(text)?.base,
      !address.target.contains(where: { "?#".contains($0) })
    else {
      throw MKError(
        .invalidParams, message: "\"\(text)\" is no address; write it as https://host/path.")
    }
    return address
  }

  private static func endpoint(_ state: MKAppState) throws(MKError) -> String {
    if let endpoint = state.endpoint { return endpoint }
    guard let name = state.projectName, !name.isEmpty else {
      throw MKError(
        .invalidParams, message: "There is no project; set projectAPIname at the app's start.")
    }
    return name.contains("://") ? name : state.template.replacing("{project}", with: name)
  }
}
