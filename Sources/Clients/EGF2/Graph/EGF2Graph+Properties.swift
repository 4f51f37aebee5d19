public import Foundation
import Synchronization

/// What generated code sets, and what may be set anew at any time.
///
/// - Source: protocol reference B1.
extension EGF2Graph {
  // The guide's table calls it a URL, which it is once it is set.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The address of the server with its version prefix, such as `http://host/v1/`.
  ///
  /// While it is nil, every call that needs the server fails with `wrongMethodParameter`.
  public var serverURL: URL! {
    get { state.withLock { $0.serverURL } }
    set { state.withLock { $0.serverURL = newValue } }
  }

  /// The largest page that the server gives; 50 at first.
  ///
  /// Only information: a larger count is sent as it is and refused by the server.
  public var maxPageSize: Int {
    get { state.withLock { $0.maxPageSize } }
    set { state.withLock { $0.maxPageSize = newValue } }
  }

  /// The size of the pages that the server gives when no count is asked for; 20 at first.
  public var defaultPageSize: Int {
    get { state.withLock { $0.defaultPageSize } }
    set { state.withLock { $0.defaultPageSize = newValue } }
  }

  /// Whether pages are continued after an object's id instead of a position; false at first.
  public var isObjectPaginationMode: Bool {
    get { state.withLock { $0.isObjectPaginationMode } }
    set { state.withLock { $0.isObjectPaginationMode = newValue } }
  }

  /// The classes of the models by the last two characters of their objects' ids.
  public var idsWithModelTypes: [String: NSObject.Type] {
    get { state.withLock { $0.types.classes } }
    set { state.withLock { $0.types.classes = newValue } }
  }

  /// Whether there is a token from registering or logging in.
  public var isAuthorized: Bool { state.withLock { $0.account.token != nil } }

  /// Whether it is told what comes from the cache and what from the server; false at first.
  public var showCacheLogs: Bool {
    get { state.withLock { $0.showCacheLogs } }
    set { state.withLock { $0.showCacheLogs = newValue } }
  }
}
