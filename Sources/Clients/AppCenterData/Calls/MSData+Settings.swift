import AppCenter
import Foundation
import GhostlightClient
import Synchronization

/// Where the services are, where documents stay, and who is told.
extension MSData {
  /// Sets the base of the token exchange, its version included: `http://127.0.0.1:4404/v0.1`.
  public static func setTokenExchangeUrl(_ url: String) {
    DataService.current.state.withLock { $0.exchangeURL = url }
  }

  /// Sets where Cosmos is, with `{account}` in place of the account's name; `nil` for Azure.
  ///
  /// Without one, the environment variable `APPCENTER_COSMOS_ENDPOINT` counts, of the same form.
  public static func setCosmosEndpoint(_ template: String?) {
    DataService.current.state.withLock { $0.cosmosEndpoint = template }
  }

  /// Sets the folder for documents, tokens and settings; to be called before the start.
  public static func setStorageDirectory(_ path: String) {
    DataService.current.moveStorage(to: URL(fileURLWithPath: path, isDirectory: true))
  }

  /// Says whether there is a network; what was done offline is made up for when there is again.
  public static func setNetworkReachable(_ isReachable: Bool) {
    DataService.current.reachability.set(isReachable)
  }

  /// Sets who is told when something done offline was made up for; it is held weakly.
  public static func setRemoteOperationDelegate(_ delegate: (any MSRemoteOperationDelegate)?) {
    let handler = delegate.map { delegate in
      Callback<(RemoteOperation) -> Void> { [weak delegate] outcome in
        let (data, operation) = (MSData(), outcome.operation.rawValue)
        delegate?.data(
          data, didCompleteRemoteOperation: operation, forDocumentMetadata: outcome.metadata,
          withError: outcome.error)
        delegate?.data(
          data: data, operation: operation, documentMetadata: outcome.metadata,
          error: outcome.error)
      }
    }
    DataService.current.state.withLock { $0.delegate = handler }
  }
}
