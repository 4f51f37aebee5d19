import Foundation
import GhostlightClient
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on checking network reachability` {
  @Test func `Using the SMNetworkReachability Class`() async throws {
    let app = try GuideApp()
    #expect(app.client.networkMonitor === app.client.session.networkMonitor)

    // Without a network, every request fails with -105.
    let alone = try GuideApp(
      transport: Transport { _ throws(TransportError) in throw .notConnectedToInternet("unplugged")
      })
    let codes = Mailbox(of: Int.self)
    alone.client.dataStore().readObject(
      withId: "1", inSchema: "todo",
      onSuccess: { object, _ in
        Issue.record("there is a network: \(object)")
      },
      onFailure: { error, _, _ in
        codes.put((error as NSError).code)
      })
    #expect(await codes.next() == -105)
  }

  @Test func `Checking the Current Network Status`() async throws {
    let app = try GuideApp()
    #expect(app.client.networkMonitor.currentNetworkStatus() == SMNetworkStatusUnknown)
    await app.client.networkMonitor.refreshNetworkStatus()

    if app.client.networkMonitor.currentNetworkStatus() == SMNetworkStatusReachable {
      // send the request
      _ = try await app.client.dataStore().createObject(["title": "x"], inSchema: "todo")
    } else {
      Issue.record("the stage is there")
    }

    switch app.client.session.networkMonitor.currentNetworkStatus() {
    case SMNetworkStatusReachable: break
    case SMNetworkStatusNotReachable: Issue.record("not reachable")
    case SMNetworkStatusUnknown: Issue.record("unknown")
    default: Issue.record("no status of the guide")
    }
  }

  @Test func `Registering For Network Status Change Notifications`() async throws {
    let app = try GuideApp()
    let events = Mailbox(of: String.self)

    let observer = NotificationCenter.default.addObserver(
      forName: SMNetworkStatusDidChangeNotification, object: app.client.networkMonitor, queue: nil
    ) { notification in
      let number = notification.userInfo?[SMCurrentNetworkStatusKey] as? NSNumber
      if number?.int32Value == SMNetworkStatusReachable.rawValue {
        events.put("reachable")
      }
    }
    app.client.networkMonitor.startMonitoring()

    #expect(await events.next() == "reachable")
    // remember to remove the observer
    NotificationCenter.default.removeObserver(observer)
  }

  @Test func `Executing a Block Whenever the Network Status Changes`() async throws {
    let app = try GuideApp()
    let events = Mailbox(of: String.self)

    app.client.networkMonitor.setNetworkStatusChangeBlock { status in
      if status == SMNetworkStatusReachable {
        events.put("sync with the server")
      } else {
        events.put("wait")
      }
    }
    app.client.networkMonitor.setNetworkStatusChangeBlockWithFetchPolicyReturn { status in
      guard status == SMNetworkStatusReachable else {
        events.put("cache")
        return SMFetchPolicyCacheOnly
      }
      events.put("network")
      return SMFetchPolicyNetworkOnly
    }

    #expect(await events.next(2) == ["sync with the server", "network"])
  }

  @Test func `Executing a Block Whenever the Network Status Changes, with a cache policy`()
    async throws
  {
    let app = try GuideApp()
    let events = Mailbox(of: String.self)
    let observer = NotificationCenter.default.addObserver(
      forName: SMSetCachePolicyNotification, object: app.client.networkMonitor, queue: nil
    ) { notification in
      events.put("policy \(notification.userInfo?["NewCachePolicy"] ?? "none")")
    }

    let forms: any DeprecatedForms = CachePolicies(monitor: app.client.networkMonitor)
    forms.run(events)

    #expect(await events.next(2) == ["try network only", "policy 0"])
    NotificationCenter.default.removeObserver(observer)
  }
}

extension `The guide on checking network reachability` {
  struct CachePolicies: DeprecatedForms {
    let monitor: SMNetworkReachability

    @available(*, deprecated, message: "plays the form that the guide writes")
    func run(_ mailbox: Mailbox<String>) {
      monitor.setNetworkStatusChangeBlockWithCachePolicyReturn { status in
        guard status == SMNetworkStatusReachable else {
          return SMCachePolicyTryCacheOnly
        }
        mailbox.put("try network only")
        return SMCachePolicyTryNetworkOnly
      }
    }
  }
}
