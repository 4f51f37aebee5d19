#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects
  import Synchronization

  /// The default fetch and save policies of a store, which a request's options override.
  ///
  /// A network monitor's block can change the fetch policy, because this class observes the
  /// notification with the policy that the block returns.
  final class StorePolicies: Sendable {
    private struct State {
      var fetch = SMFetchPolicyNetworkOnly
      var save = SMSavePolicyNetworkThenCache
      var observer: Callback<any NSObjectProtocol>?
    }

    private let state = Mutex(State())

    init(_ monitor: SMNetworkReachability) {
      let observer = NotificationCenter.default.addObserver(
        forName: SMSetCachePolicyNotification, object: monitor, queue: nil
      ) { [weak self] notification in
        guard let number = notification.userInfo?["NewCachePolicy"] as? NSNumber else { return }
        self?.fetch = SMFetchPolicy(rawValue: number.int32Value)
      }
      let kept = Callback(observer)
      state.withLock { $0.observer = kept }
    }

    deinit {
      if let observer = state.withLock({ $0.observer }) {
        NotificationCenter.default.removeObserver(observer.block)
      }
    }

    var fetch: SMFetchPolicy {
      get { state.withLock { $0.fetch } }
      set { state.withLock { $0.fetch = newValue } }
    }

    var save: SMSavePolicy {
      get { state.withLock { $0.save } }
      set { state.withLock { $0.save = newValue } }
    }
  }

  /// The global switches for caching, which apps set before they create a store.
  private enum CacheSwitches {
    static let isOn = Mutex(false)
    static let mayReset = Mutex(false)
  }

  /// Whether Core Data stores cache objects on this device.
  ///
  /// The default is `false`. A store reads the value when it is created, so set it before you
  /// create the client and its store.
  ///
  /// With a cache, the requests of a save are stored on the device until StackMob responds, so that
  /// the save can be repeated after a restart. Without a cache, they are kept in memory until the
  /// process ends.
  public var SM_CACHE_ENABLED: Bool {
    get { CacheSwitches.isOn.withLock { $0 } }
    set { CacheSwitches.isOn.withLock { $0 = newValue } }
  }

  /// Whether a store replaces its cache with an empty one if the cache cannot be migrated to a
  /// changed model.
  ///
  /// The default is `false`. Use it only during development: offline changes that were not
  /// synchronised are lost with the old cache.
  public var SM_ALLOW_CACHE_RESET: Bool {
    get { CacheSwitches.mayReset.withLock { $0 } }
    set { CacheSwitches.mayReset.withLock { $0 = newValue } }
  }

  /// The default fetch and save policies of a store.
  ///
  /// They have an effect only if the store has a cache.
  ///
  /// - Source: protocol reference B20; the guide, "Caching Data".
  extension SMCoreDataStore {
    /// The source from which fetches get objects: the server, the cache, or both.
    ///
    /// The default is ``SMFetchPolicyNetworkOnly``.
    public nonisolated var fetchPolicy: SMFetchPolicy {
      get { settings.policies.fetch }
      set { settings.policies.fetch = newValue }
    }

    /// The name of ``fetchPolicy`` before version 2.2 of the SDK.
    public nonisolated var cachePolicy: SMCachePolicy {
      get { fetchPolicy }
      set { fetchPolicy = newValue }
    }

    /// The destination of saves: the server, the cache, or both.
    ///
    /// The default is ``SMSavePolicyNetworkThenCache``.
    public nonisolated var savePolicy: SMSavePolicy {
      get { settings.policies.save }
      set { settings.policies.save = newValue }
    }
  }
#endif
