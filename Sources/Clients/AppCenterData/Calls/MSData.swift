public import AppCenter
public import Foundation
import GhostlightClient
import Synchronization

/// App Center Data: documents in the cloud, with copies on the device for times without a network.
///
/// Pass the class to `MSAppCenter.start(_:withServices:)`, then call its static functions. Calls
/// start in the order in which they are made, on the SDK's queue. A handler is called once, on any
/// thread. Errors in a call's arguments are passed to the handler before the call returns. The
/// functions act in the current `MSAppCenterContext`, so that tests can run concurrently.
///
/// ```swift
/// import AppCenter
/// import AppCenterData
///
/// MSData.setTokenExchangeUrl("http://127.0.0.1:4404/v0.1")
/// MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSData.self])
/// let wrapper = try await MSData.read(
///   withDocumentId: "welcome", documentType: MSDictionaryDocument.self,
///   partition: kMSDataAppDocumentsPartition)
/// print(wrapper.jsonValue ?? "-")
/// ```
///
/// - Source: protocol reference C2.
open class MSData: MSServiceAbstract {
  /// The name of the service: `Data`.
  override open class var serviceName: String { "Data" }

  /// Starts the service in a context.
  ///
  /// `MSAppCenter` calls it; an app does not.
  override open class func start(in context: MSAppCenterContext) { DataService.of(context).start() }

  /// Returns whether the service was started and is enabled.
  override open class func isEnabled() -> Bool { DataService.current.isEnabled }

  /// Enables or disables the service, also for later runs of the app.
  ///
  /// Disabling removes all tokens and documents from the device and cancels the calls in progress.
  override open class func setEnabled(_ enabled: Bool) {
    DataService.current.setEnabled(enabled)
  }
}

/// Setting URLs, storage folder, network state and delegate.
extension MSData {
  /// Sets the base URL of the token exchange, including its version, such as
  /// `http://127.0.0.1:4404/v0.1`.
  public static func setTokenExchangeUrl(_ url: String) {
    DataService.current.state.withLock { $0.exchangeURL = url }
  }

  /// Sets the URL of Cosmos DB, in which `{account}` is a placeholder for the account's name.
  ///
  /// With `nil`, Azure's URL is used. If the function is never called, the URL is read from the
  /// environment variable `APPCENTER_COSMOS_ENDPOINT`, which has the same form.
  public static func setCosmosEndpoint(_ template: String?) {
    DataService.current.state.withLock { $0.cosmosEndpoint = template }
  }

  /// Sets the folder for documents, tokens and settings.
  ///
  /// Call it before the service is started.
  public static func setStorageDirectory(_ path: String) {
    DataService.current.moveStorage(to: URL(fileURLWithPath: path, isDirectory: true))
  }

  /// Sets whether there is a network.
  ///
  /// When the network is available again, operations that were made offline are sent.
  public static func setNetworkReachable(_ isReachable: Bool) {
    DataService.current.reachability.set(isReachable)
  }

  /// Sets the delegate that is called after an operation that was made offline has been sent.
  ///
  /// The SDK does not retain the delegate; `nil` removes it.
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
  /// Selects emulators for the token exchange and for Cosmos DB.
  ///
  /// If `exchange` or `cosmos` is `nil`, the URL is read from the variable
  /// `GHOSTLIGHT_APPCENTER_URL` or `GHOSTLIGHT_COSMOS_URL`, which `ghostlight exec` sets. Without
  /// the variable, it is port 4404 or 8081 on this machine.
  public static func setEmulators(exchange: URL? = nil, cosmos: URL? = nil) {
    let exchange = EmulatorAddress(exchange, of: "appcenter", port: 4404)
    setTokenExchangeUrl(exchange.text + "/v0.1")
    setCosmosEndpoint(EmulatorAddress(cosmos, of: "cosmos", port: 8081).text)
  }
}

/// A delegate that is called after an operation that was made offline has been sent.
///
/// Set it with ``MSData/setRemoteOperationDelegate(_:)``, which does not retain it. Both functions
/// are called on a thread of the SDK; each has an empty default implementation.
///
/// - Source: protocol reference C3 and C13.
public protocol MSRemoteOperationDelegate: AnyObject {
  /// Called after an offline operation was sent; `operation` is `CREATE`, `REPLACE` or `DELETE`.
  ///
  /// `documentMetadata` is `nil` unless the service has stored a document. `error` is `nil` if the
  /// service has accepted the operation.
  func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?)

  /// Called after an offline operation was sent; the spelling in the guide's later revision.
  func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?)
}

extension MSRemoteOperationDelegate {
  /// Does nothing; this is the default implementation.
  public func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
  ) {}

  /// Does nothing; this is the default implementation.
  public func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?
  ) {}
}
