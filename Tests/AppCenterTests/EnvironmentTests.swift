import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenter

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `Environment of the SDK` {
  private final class Part: Sendable {}
  private final class OtherPart: Sendable {}

  /// Returns a transport whose responses have the status, at once if `isImmediate`.
  private static func transport(_ code: Int, isImmediate: Bool) -> Transport {
    guard !isImmediate else {
      return .inProcess(Responder(name: "\(code)") { _ in Response(.init(code: code)) })
    }
    var transport = Transport { _ throws(TransportError) in Response(.init(code: code)) }
    transport.needsValidURLs = code == 299
    return transport
  }

  private func environment(
    exchange: Int = 201, isImmediate: Bool = true, cosmosIsImmediate: Bool = true,
    cosmos: Int = 202
  ) -> MSAppCenterEnvironment {
    MSAppCenterEnvironment(
      ClientDefaults(
        transport: { name in
          name == "cosmos"
            ? Self.transport(cosmos, isImmediate: cosmosIsImmediate)
            : Self.transport(name == "appcenter" ? exchange : 500, isImmediate: isImmediate)
        },
        urlSession: { _ in .shared }, now: { Date(timeIntervalSince1970: 7) }, clock: Metronome()))
  }

  @Test func `an environment has the documented defaults`() {
    let environment = MSAppCenterEnvironment()
    #expect(environment.retryIntervals == [.seconds(10), .seconds(300), .seconds(1200)])
    #expect(environment.storage == .standard)
    #expect(environment.reachability.isReachable)
    #expect(environment.variables == ProcessInfo.processInfo.environment)
    #expect(environment.clock is ContinuousClock)
    #expect(environment.transport.needsValidURLs)
    #expect(abs(environment.now().timeIntervalSinceNow) < 60)
    let numbers = (0..<20).map { _ in environment.random() }
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    #expect(Set(numbers).count > 1)
  }

  @Test func `an environment for tests has their time, clock and memory`() {
    let environment = environment()
    #expect(MSAppCenterEnvironment.emulators == ["appcenter", "cosmos"])
    #expect(environment.now() == Date(timeIntervalSince1970: 7))
    #expect(environment.clock is Metronome)
    #expect(environment.storage == .memory)
    #expect(environment.retryIntervals.count == 3)
  }

  @Test(arguments: [
    ("/dbs/a/colls/b/docs", 202), ("/dbs", 202), ("/v0.1/data/tokens", 201), ("/", 201),
    ("/db?x=/dbs", 201),
  ])
  func `a request reaches the emulator of its path`(_ target: String, _ status: Int) async throws {
    for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
      let transport = environment(isImmediate: first, cosmosIsImmediate: second).transport
      let request = Request(.get, RequestTarget(target))
      #expect((transport.attempt != nil) == (first && second))
      #expect(try await transport.send(request).status.code == status)
      #expect(try await transport.exchange(request).status.code == status)
    }
  }

  @Test(arguments: [(201, 202, false), (299, 202, true), (201, 299, true), (299, 299, true)])
  func `valid URLs are needed if one of the transports needs them`(
    _ exchange: Int, _ cosmos: Int, _ needs: Bool
  ) {
    let environment = environment(
      exchange: exchange, isImmediate: false, cosmosIsImmediate: false, cosmos: cosmos)
    #expect(environment.transport.needsValidURLs == needs)
  }

  @Test func `a context makes each part once, and two contexts have their own`() {
    let (one, other) = (`SDK start`.context(), `SDK start`.context())
    let part = one.part(Part.self) { _ in Part() }
    #expect(one.part(Part.self) { _ in Part() } === part)
    #expect(other.part(Part.self) { _ in Part() } !== part)
    let second = one.part(OtherPart.self) { _ in OtherPart() }
    #expect(one.part(OtherPart.self) { _ in OtherPart() } === second)
    #expect(one.part(Part.self) { _ in Part() } === part)
  }

  @Test func `a part that is made twice at once is kept once`() {
    let context = `SDK start`.context()
    var inner: Part?
    let outer = context.part(Part.self) { context in
      inner = context.part(Part.self) { _ in Part() }
      return Part()
    }
    #expect(outer === inner)
  }

  @Test(
    arguments: [
      (" appsecret=abc", "abc"), ("appsecret= ;target=x", nil), (";;abc;def", "abc"),
      ("target=a;target=b;c", "c"), ("appsecret=;abc", nil), ("abc;appsecret=def", "abc"),
    ] as [(String, String?)])
  func `the first secret of a text counts`(_ text: String, _ secret: String?) {
    #expect(MSAppCenterContext.secret(in: text) == secret)
  }

  @Test func `an abstract service is never enabled`() {
    MSServiceAbstract.start(in: `SDK start`.context())
    MSServiceAbstract.setEnabled(true)
    #expect(!MSServiceAbstract.isEnabled())
    #expect(MSServiceAbstract.serviceName == "")
    #expect(MSAuth.serviceName == "Auth")
  }

  @Test(
    arguments: [
      (.memory, ["APPCENTER_STORAGE_DIR": "/a"], nil),
      (.directory(URL(fileURLWithPath: "/d")), ["APPCENTER_STORAGE_DIR": "/a"], "/d"),
      (.standard, ["APPCENTER_STORAGE_DIR": "/a"], "/a"),
      (.standard, ["XDG_DATA_HOME": "/c"], "/c/com.microsoft.appcenter"),
      (
        .standard, ["XDG_DATA_HOME": ""],
        NSHomeDirectory() + "/.local/share/com.microsoft.appcenter"
      ),
    ] as [(MSStorageLocation, [String: String], String?)])
  func `a location is a folder or memory`(
    _ location: MSStorageLocation, _ variables: [String: String], _ path: String?
  ) {
    #expect(location.folder(variables)?.path == path)
    #expect(MSStorage(location, variables: variables).folder?.path == path)
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `secrets and settings are two files with all keys`() throws {
    try withFolder { folder in
      let storage = MSStorage(.directory(folder), variables: [:])
      storage.secrets.setString("1", forKey: "b")
      storage.secrets.setString("2", forKey: "a")
      storage.settings.setString("3", forKey: "a")
      storage.settings.setString("4", forKey: "c")
      storage.settings.setString(nil, forKey: "c")
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      let texts = try [text("Secrets.json"), text("Settings.json")]
      #expect(texts == [#"{"a":"2","b":"1"}"#, #"{"a":"3"}"#])
      let again = MSStorage(.directory(folder), variables: [:])
      #expect(again.secrets.string(forKey: "a") == "2")
      #expect(again.secrets.string(forKey: "b") == "1")
      #expect(again.settings.string(forKey: "a") == "3")
      #expect(again.settings.string(forKey: "b") == nil)
    }
  }

  @Test func `a storage that moves has the values of its new place`() throws {
    try withFolder { folder in
      let storage = MSStorage(.memory, variables: [:])
      storage.secrets.setString("old", forKey: "a")
      storage.settings.setString("old", forKey: "a")
      #expect(storage.folder == nil)
      #expect(storage.secrets.string(forKey: "a") == "old")
      #expect(storage.settings.string(forKey: "a") == "old")
      MSStorage(.directory(folder), variables: [:]).settings.setString("new", forKey: "a")
      storage.move(to: .directory(folder))
      #expect(storage.folder == folder)
      #expect(storage.secrets.string(forKey: "a") == nil)
      #expect(storage.settings.string(forKey: "a") == "new")
    }
  }

  @Test func `a file that is not JSON has no values`() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("Settings.json")
      try Data("no JSON".utf8).write(to: file)
      let store = MSFileStore(file)
      #expect(store.string(forKey: "a") == nil)
      store.setString(nil, forKey: "a")
      #expect(try String(contentsOf: file, encoding: .utf8) == "no JSON")
      store.setString("1", forKey: "a")
      #expect(try String(contentsOf: file, encoding: .utf8) == #"{"a":"1"}"#)
    }
  }
}
