import GhostlightCore
import GhostlightEmulation

extension CosmosBackend {
  /// An account with what App Center makes for an app: `mbaas`, with `appcenter` parted by
  /// `/PartitionKey`.
  ///
  /// - Source: protocol reference B9; the names are those of the SDK's own tests.
  public static func forAppCenter(
    _ configuration: CosmosConfiguration = CosmosConfiguration()
  ) -> CosmosBackend {
    var backend = CosmosBackend(configuration)
    backend.addAppCenterData()
    return backend
  }

  /// Adds the collection that App Center's token exchange names.
  mutating func addAppCenterData() {
    let parameters: JSONObject = ["database": "mbaas", "container": "appcenter"]
    do throws(ProviderStateProblem) {
      _ = try CosmosStates(parameters).container(&state, Moment(milliseconds: 0, seed: 0))
    } catch {
      preconditionFailure("the names are valid: \(error)")
    }
  }
}
