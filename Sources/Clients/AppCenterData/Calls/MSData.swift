public import AppCenter
public import Foundation
import GhostlightClient
import Synchronization

/// App Center Data: documents in the cloud, and on the device while there is no network.
///
/// Every call begins on a queue of the SDK's own, in the order of the calls; handlers run on
/// whatever thread the answer comes, once. Errors of the arguments are handed over at once.
///
/// - Source: protocol reference C2.
open class MSData: MSServiceAbstract {
  /// `Data`.
  override open class var serviceName: String { "Data" }

  /// Begins to serve; `MSAppCenter` calls it.
  override open class func start(in context: MSAppCenterContext) { DataService.of(context).start() }

  /// Whether the service was started and is enabled.
  override open class func isEnabled() -> Bool { DataService.current.isEnabled }

  /// Enables or disables the service, which outlives the process.
  ///
  /// Disabling forgets tokens and documents and cancels the calls under way.
  override open class func setEnabled(_ enabled: Bool) {
    DataService.current.setEnabled(enabled)
  }
}

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

/// Who is told when something done offline was made up for.
///
/// Both functions are called; each does nothing unless it is written.
///
/// - Source: protocol reference C3 and C13.
public protocol MSRemoteOperationDelegate: AnyObject {
  /// An operation, `CREATE`, `REPLACE` or `DELETE`, was sent.
  ///
  /// The metadata are there where a document was stored, the error where the service refused.
  func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?)

  /// The same, in the words of the guide's later revision.
  func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?)
}

extension MSRemoteOperationDelegate {
  /// Does nothing.
  public func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
  ) {}

  /// Does nothing.
  public func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?
  ) {}
}
