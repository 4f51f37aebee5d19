public import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

extension MKAppInstance {
  /// The project's name, or the backend's URL if it contains `://`; `nil` until the app sets it.
  public var projectAPIname: String? {
    get { state.withLock { $0.projectName } }
    set { state.withLock { $0.projectName = newValue } }
  }

  /// The secret that is sent with every request; `nil` until the app sets it.
  public var APISecret: String? {
    get { state.withLock { $0.secret } }
    set { state.withLock { $0.secret = newValue } }
  }

  /// The URL of the backend, such as `http://127.0.0.1:4402`.
  ///
  /// If it is set, it takes precedence over ``projectAPIname``.
  public var APIEndpoint: String? {
    get { state.withLock { $0.endpoint } }
    set { state.withLock { $0.endpoint = newValue } }
  }

  /// The backend's URL, with `{project}` as the placeholder for ``projectAPIname``.
  ///
  /// The default is `https://{project}.baas.invalid`.
  public var endpointTemplate: String {
    get { state.withLock { $0.template } }
    set { state.withLock { $0.template = newValue } }
  }

  /// Whether dates are sent as seconds since 1970 instead of milliseconds; `false` by default.
  public var jsonDateFormatInSeconds: Bool {
    get { state.withLock { $0.datesInSeconds } }
    set { state.withLock { $0.datesInSeconds = newValue } }
  }

  /// Whether collection names are converted to lower case in request paths; `false` by default.
  public var jsonCollectionNameLowerCaseOnly: Bool {
    get { state.withLock { $0.lowerCasesNames } }
    set { state.withLock { $0.lowerCasesNames = newValue } }
  }

  /// Whether every request is logged; `false` by default.
  public var requestLogEnabled: Bool {
    get { state.withLock { $0.logsRequests } }
    set { state.withLock { $0.logsRequests = newValue } }
  }

  /// Whether the app's installation and daily use are reported to the backend; `true` by default.
  public var analyticsEnabled: Bool {
    get { state.withLock { $0.reportsUse } }
    set { state.withLock { $0.reportsUse = newValue } }
  }

  /// The queue on which all callbacks run; the main queue by default.
  ///
  /// On Linux, callbacks on the main queue run only while the program calls `RunLoop.main.run()` or
  /// `dispatchMain()`.
  public var callbackQueue: DispatchQueue {
    get { state.withLock { $0.callbackQueue } }
    set { state.withLock { $0.callbackQueue = newValue } }
  }

  /// The folder for the files with the user's credentials and the installation id.
  ///
  /// The folder is created when it is first needed. By default it is `mkApp` in the user's
  /// application support folder. It is not used if the environment has its own store.
  public var storageDirectory: URL {
    get { state.withLock { $0.directory } ?? Self.standardDirectory }
    set { state.withLock { $0.directory = newValue } }
  }

  private static var standardDirectory: URL {
    FolderStore.applicationSupport.appendingPathComponent("mkApp", isDirectory: true)
  }
}
