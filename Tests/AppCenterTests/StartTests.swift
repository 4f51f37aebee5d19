import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import AppCenter

@Suite struct `SDK start` {
  /// A service that counts how often it is started in a context.
  private final class Probe: MSServiceAbstract {
    final class Count: Sendable {
      let starts = Mutex(0)
      let switches = Mutex<[Bool]>([])
    }

    static func count(_ context: MSAppCenterContext) -> Count {
      context.part(Count.self) { _ in Count() }
    }

    override static func start(in context: MSAppCenterContext) {
      count(context).starts.withLock { $0 += 1 }
    }

    override static func setEnabled(_ enabled: Bool) {
      count(.current).switches.withLock { $0.append(enabled) }
    }
  }

  static func context(_ storage: MSStorageLocation = .memory) -> MSAppCenterContext {
    let nowhere = Transport { _ throws(TransportError) in throw .cannotConnect("nowhere") }
    var environment = MSAppCenterEnvironment(transport: nowhere)
    environment.storage = storage
    return MSAppCenterContext(environment: environment)
  }

  @Test(
    arguments: [
      ("abc", "abc"), ("appsecret=abc", "abc"), ("appsecret=abc;target=xyz", "abc"),
      ("target=xyz;appsecret=abc", "abc"), ("target=xyz; abc ;", "abc"), ("target=xyz", nil),
      ("", nil), ("appsecret=", nil),
    ] as [(String, String?)])
  func `the secret is found among pairs`(_ text: String, _ secret: String?) {
    #expect(MSAppCenterContext.secret(in: text) == secret)
  }

  @Test func `each service is started once, and none without a secret`() {
    let context = Self.context()
    MSAppCenterContext.$current.withValue(context) {
      MSAppCenter.start("target=x", withServices: [Probe.self])
      #expect(!MSAppCenter.isConfigured())
      #expect(Probe.count(context).starts.withLock { $0 } == 0)
      MSAppCenter.start("one", withServices: [Probe.self, Probe.self])
      MSAppCenter.start("two", withServices: [Probe.self])
      #expect(MSAppCenter.isConfigured())
      #expect(context.secret == "one")
      #expect(Probe.count(context).starts.withLock { $0 } == 1)
    }
  }

  @Test func `enabling and disabling apply to all services and are stored`() throws {
    try withFolder { folder in
      let context = Self.context(.directory(folder))
      MSAppCenterContext.$current.withValue(context) {
        MSAppCenter.start("one", withServices: [Probe.self])
        #expect(MSAppCenter.isEnabled())
        MSAppCenter.setEnabled(false)
        #expect(Probe.count(context).switches.withLock { $0 } == [false])
      }
      MSAppCenterContext.$current.withValue(Self.context(.directory(folder))) {
        #expect(!MSAppCenter.isEnabled())
        MSAppCenter.setEnabled(true)
        #expect(MSAppCenter.isEnabled())
      }
    }
  }

  @Test func `secrets are in a file that only its owner can read`() throws {
    try withFolder { folder in
      let context = Self.context(.directory(folder))
      context.storage.secrets.setString("b", forKey: "a")
      let file = folder.appendingPathComponent("Secrets.json")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(Self.context(.directory(folder)).storage.secrets.string(forKey: "a") == "b")
      context.storage.secrets.setString(nil, forKey: "a")
      #expect(Self.context(.directory(folder)).storage.secrets.string(forKey: "a") == nil)
    }
  }

  @Test(arguments: [
    (["APPCENTER_STORAGE_DIR": "/a/b", "XDG_DATA_HOME": "/c"], "/a/b"),
    (["APPCENTER_STORAGE_DIR": "", "XDG_DATA_HOME": "/c"], "/c/com.microsoft.appcenter"),
  ])
  func `environment variables set the folder`(_ variables: [String: String], _ path: String) {
    #expect(MSStorageLocation.standard.folder(variables)?.path == path)
  }

  @Test func `the default folder is in the user's home folder`() {
    let path = MSStorageLocation.standard.folder([:])?.path
    #expect(path?.hasSuffix("/.local/share/com.microsoft.appcenter") == true)
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
