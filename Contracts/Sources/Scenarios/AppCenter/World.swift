package import AppCenter
package import AppCenterData
import AppCenterEmulator
import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightEmulation

/// One run of the SDK with its own emulators.
package final class World: Sendable {
  package static let account = "bd45f90e-6eb1-4c47-817e-e59b82b5c03d"
  package static let partition = "user-" + account

  package let emulators: EmulatorPair
  package let context: MSAppCenterContext

  /// Starts App Center Data.
  ///
  /// Pass the `storage` of an earlier run to continue with its data.
  package init(
    _ emulators: EmulatorPair? = nil, storage: MSStorageLocation = .memory, isStarted: Bool = true,
    change: (inout MSAppCenterEnvironment) -> Void = { _ in }
  ) throws {
    let emulators = try emulators ?? EmulatorPair()
    var environment = MSAppCenterEnvironment(transport: .inProcess(emulators.responder))
    environment.now = {
      Date(timeIntervalSince1970: Double(emulators.milliseconds) / 1000)
    }
    environment.storage = storage
    environment.variables = [:]
    environment.retryIntervals = []
    change(&environment)
    self.emulators = emulators
    context = MSAppCenterContext(environment: environment)
    if isStarted {
      MSAppCenterContext.$current.withValue(context) {
        MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self])
      }
    }
  }

  /// Returns a world whose user is signed in and has a token; with `isOnline` false, it is offline.
  package static func signedIn(
    _ storage: MSStorageLocation = .memory, isOnline: Bool = true
  ) async throws -> World {
    let world = try World(storage: storage)
    try world.signIn()
    if !isOnline {
      _ = await world.read("any")
      world.setOnline(false)
      _ = world.emulators.takeRequests()
    }
    return world
  }

  package func use<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MSAppCenterContext.$current.withValue(context, operation: body)
  }

  package nonisolated(nonsending) func use<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await MSAppCenterContext.$current.withValue(context) { try await body() }
  }

  package func signIn(_ account: String = World.account) throws {
    let user = try emulators.setUp(
      exchange: "signed in", ["accountId": .string(account), "seconds": 1_000_000])
    use {
      MSAuthTokenContext.setAuthToken(user["idToken"]?.string, withAccountId: account)
    }
  }

  package func setOnline(_ isOnline: Bool) { use { MSData.setNetworkReachable(isOnline) } }

  // MARK: Calls that return the values their handlers receive

  /// Waits for the document that a call passes to its completion handler.
  func seen(_ start: (@escaping (MSDocumentWrapper) -> Void) -> Void) async -> Seen {
    await withCheckedContinuation { continuation in
      use { start { continuation.resume(returning: Seen($0)) } }
    }
  }

  package func create(
    _ id: String?, _ document: [String: any Sendable], in partition: String = "user",
    options: MSWriteOptions? = nil
  ) async -> Seen {
    await seen {
      MSData.create(
        withDocumentId: id, document: MSDictionaryDocument(from: document), partition: partition,
        writeOptions: options, completionHandler: $0)
    }
  }

  package func replace(
    _ id: String?, _ document: [String: any Sendable], in partition: String = "user",
    options: MSWriteOptions? = nil
  ) async -> Seen {
    await seen {
      MSData.replace(
        withDocumentId: id, document: MSDictionaryDocument(from: document), partition: partition,
        writeOptions: options, completionHandler: $0)
    }
  }

  package func read(
    _ id: String?, in partition: String = "user", options: MSReadOptions? = nil
  ) async -> Seen {
    await seen {
      MSData.read(
        withDocumentId: id, documentType: MSDictionaryDocument.self, partition: partition,
        readOptions: options, completionHandler: $0)
    }
  }

  package func delete(
    _ id: String?, in partition: String = "user", options: MSWriteOptions? = nil
  ) async -> Seen {
    await seen {
      MSData.delete(
        withDocumentId: id, partition: partition, writeOptions: options, completionHandler: $0)
    }
  }

  package func list(in partition: String = "user", options: MSReadOptions? = nil) async -> SeenPage
  {
    await withCheckedContinuation { seen in
      use {
        MSData.listDocuments(
          withType: MSDictionaryDocument.self, partition: partition, readOptions: options
        ) {
          seen.resume(returning: SeenPage($0.currentPage(), hasNext: $0.hasNextPage()))
        }
      }
    }
  }
}
