public import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

extension MKAppInstance {
  /// The project's name, or the backend's address if it contains `://`.
  public var projectAPIname: String? {
    get { state.withLock { $0.projectName } }
    set { state.withLock { $0.projectName = newValue } }
  }

  /// The secret that is sent with every request.
  public var APISecret: String? {
    get { state.withLock { $0.secret } }
    set { state.withLock { $0.secret = newValue } }
  }

  /// The address of the backend, such as `http://127.0.0.1:4402`.
  ///
  /// It takes precedence over ``projectAPIname``.
  public var APIEndpoint: String? {
    get { state.withLock { $0.endpoint } }
    set { state.withLock { $0.endpoint = newValue } }
  }

  /// The address with `{project}` as a placeholder for the name; `https://{project}.baas.invalid`
  /// by default.
  public var endpointTemplate: String {
    get { state.withLock { $0.template } }
    set { state.withLock { $0.template = newValue } }
  }

  /// Whether dates are sent as seconds since 1970 instead of milliseconds; `false` by default.
  public var jsonDateFormatInSeconds: Bool {
    get { state.withLock { $0.datesInSeconds } }
    set { state.withLock { $0.datesInSeconds = newValue } }
  }

  /// Whether names of collections are lower-cased in paths; `false` by default.
  public var jsonCollectionNameLowerCaseOnly: Bool {
    get { state.withLock { $0.lowerCasesNames } }
    set { state.withLock { $0.lowerCasesNames = newValue } }
  }

  /// Whether every request is logged; `false` by default.
  public var requestLogEnabled: Bool {
    get { state.withLock { $0.logsRequests } }
    set { state.withLock { $0.logsRequests = newValue } }
  }

  /// Whether installation and daily use are reported to the backend; `true` by default.
  public var analyticsEnabled: Bool {
    get { state.withLock { $0.reportsUse } }
    set { state.withLock { $0.reportsUse = newValue } }
  }

  /// The queue of all callbacks; the main queue by default.
  ///
  /// On Linux the main queue runs only if the program runs it, with `RunLoop.main.run()` or
  /// `dispatchMain()`.
  public var callbackQueue: DispatchQueue {
    get { state.withLock { $0.callbackQueue } }
    set { state.withLock { $0.callbackQueue = newValue } }
  }

  /// The folder of credentials and installation id, which is created when it is first needed.
  ///
  /// By default it is `mkApp` in the user's application support folder. It is not used if the
  /// environment has its own store.
  public var storageDirectory: URL {
    get { state.withLock { $0.directory } ?? Self.standardDirectory }
    set { state.withLock { $0.directory = newValue } }
  }

  private static var standardDirectory: URL {
    FolderStore.applicationSupport.appendingPathComponent("mkApp", isDirectory: true)
  }
}
