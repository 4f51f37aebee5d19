#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects
  import Synchronization

  /// Where a store's fetches look and its saves go, unless a request's options say otherwise.
  ///
  /// A network monitor's block changes the policy of fetches by a notification.
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

  /// What apps set before they make a store.
  private enum CacheSwitches {
    static let isOn = Mutex(false)
    static let mayReset = Mutex(false)
  }

  /// Whether Core Data stores keep objects on this device; `false` unless set.
  ///
  /// Read when a store is made: set it before client and store are.
  ///
  /// With it, what saves send is stored on the device until StackMob responds, so that a save can be
  /// repeated after a restart. Without it, this is remembered until the process ends.
  public var SM_CACHE_ENABLED: Bool {
    get { CacheSwitches.isOn.withLock { $0 } }
    set { CacheSwitches.isOn.withLock { $0 = newValue } }
  }

  /// Whether a store begins a new cache where the old one cannot be brought to a changed model;
  /// `false` unless set.
  ///
  /// For development: what was saved offline and not synchronised is lost with the old cache.
  public var SM_ALLOW_CACHE_RESET: Bool {
    get { CacheSwitches.mayReset.withLock { $0 } }
    set { CacheSwitches.mayReset.withLock { $0 = newValue } }
  }

  /// The policies of a store, which count where it has a cache.
  ///
  /// - Source: protocol reference B20; the guide, "Caching Data".
  extension SMCoreDataStore {
    /// Where fetches look for objects; ``SMFetchPolicyNetworkOnly`` unless set.
    public nonisolated var fetchPolicy: SMFetchPolicy {
      get { settings.policies.fetch }
      set { settings.policies.fetch = newValue }
    }

    /// The name of ``fetchPolicy`` before version 2.2.
    public nonisolated var cachePolicy: SMCachePolicy {
      get { fetchPolicy }
      set { fetchPolicy = newValue }
    }

    /// Where saves put objects; ``SMSavePolicyNetworkThenCache`` unless set.
    public nonisolated var savePolicy: SMSavePolicy {
      get { settings.policies.save }
      set { settings.policies.save = newValue }
    }
  }
#endif
