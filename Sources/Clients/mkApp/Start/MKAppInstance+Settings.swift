public import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

extension MKAppInstance {
  /// The project's name, or its address if it contains `://`.
  public var projectAPIname: String? {
    get { state.withLock { $0.projectName } }
    set { state.withLock { $0.projectName = newValue } }
  }

  /// The secret that every request carries.
  public var APISecret: String? {
    get { state.withLock { $0.secret } }
    set { state.withLock { $0.secret = newValue } }
  }

  /// The address of the backend, such as `http://127.0.0.1:4402`; wins over the name.
  public var APIEndpoint: String? {
    get { state.withLock { $0.endpoint } }
    set { state.withLock { $0.endpoint = newValue } }
  }

  /// The address with `{project}` where the name goes; `https://{project}.baas.invalid` at first.
  public var endpointTemplate: String {
    get { state.withLock { $0.template } }
    set { state.withLock { $0.template = newValue } }
  }

  /// Whether dates travel as seconds since 1970 instead of milliseconds; false at first.
  public var jsonDateFormatInSeconds: Bool {
    get { state.withLock { $0.datesInSeconds } }
    set { state.withLock { $0.datesInSeconds = newValue } }
  }

  /// Whether names of collections are lower-cased in paths; false at first.
  public var jsonCollectionNameLowerCaseOnly: Bool {
    get { state.withLock { $0.lowerCasesNames } }
    set { state.withLock { $0.lowerCasesNames = newValue } }
  }

  /// Whether every request is written to the log; false at first.
  public var requestLogEnabled: Bool {
    get { state.withLock { $0.logsRequests } }
    set { state.withLock { $0.logsRequests = newValue } }
  }

  /// Whether installation and daily use are reported; true at first.
  public var analyticsEnabled: Bool {
    get { state.withLock { $0.reportsUse } }
    set { state.withLock { $0.reportsUse = newValue } }
  }

  /// The queue of all callbacks; the main queue at first.
  ///
  /// On Linux the main queue runs only where the program runs it, with `RunLoop.main.run()` or
  /// `dispatchMain()`.
  public var callbackQueue: DispatchQueue {
    get { state.withLock { $0.callbackQueue } }
    set { state.withLock { $0.callbackQueue = newValue } }
  }

  /// The folder of credentials and installation id, made when first needed.
  ///
  /// At first `mkApp` in the user's folder for application support. Not used where the environment
  /// has a store of its own.
  public var storageDirectory: URL {
    get { state.withLock { $0.directory } ?? Self.standardDirectory }
    set { state.withLock { $0.directory = newValue } }
  }

  private static var standardDirectory: URL {
    FolderStore.applicationSupport.appendingPathComponent("mkApp", isDirectory: true)
  }
}
