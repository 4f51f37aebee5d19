import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The bare base URL, which the iOS SDK asks with HEAD whether the service is there (A3).
extension StackMobBackend {
  static func availability(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, [:])
  }
}
