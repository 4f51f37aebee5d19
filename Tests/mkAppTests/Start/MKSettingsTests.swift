import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Settings of an instance` {
  /// Returns the settings of an instance as texts, by name.
  private static func settings(_ instance: MKAppInstance) -> [String: String] {
    [
      "projectAPIname": instance.projectAPIname ?? "-", "APISecret": instance.APISecret ?? "-",
      "APIEndpoint": instance.APIEndpoint ?? "-", "endpointTemplate": instance.endpointTemplate,
      "jsonDateFormatInSeconds": "\(instance.jsonDateFormatInSeconds)",
      "jsonCollectionNameLowerCaseOnly": "\(instance.jsonCollectionNameLowerCaseOnly)",
      "requestLogEnabled": "\(instance.requestLogEnabled)",
      "analyticsEnabled": "\(instance.analyticsEnabled)",
      "callbackQueue": instance.callbackQueue.label,
      "storageDirectory": instance.storageDirectory.lastPathComponent,
      "session": "\(instance.sessionID ?? "-") \(instance.getLoggedUser() == nil)",
    ]
  }

  private static let changes: [(String, @Sendable (MKAppInstance) -> Void)] = [
    ("projectAPIname", { $0.projectAPIname = "x" }), ("APISecret", { $0.APISecret = "x" }),
    ("APIEndpoint", { $0.APIEndpoint = "x" }), ("endpointTemplate", { $0.endpointTemplate = "x" }),
    ("jsonDateFormatInSeconds", { $0.jsonDateFormatInSeconds = true }),
    ("jsonCollectionNameLowerCaseOnly", { $0.jsonCollectionNameLowerCaseOnly = true }),
    ("requestLogEnabled", { $0.requestLogEnabled = true }),
    ("analyticsEnabled", { $0.analyticsEnabled = false }),
    ("callbackQueue", { $0.callbackQueue = DispatchQueue(label: "x") }),
    ("storageDirectory", { $0.storageDirectory = URL(fileURLWithPath: "/x") }),
  ]

  @Test(arguments: changes) func `a setting changes nothing but itself`(
    _ name: String, _ change: @Sendable (MKAppInstance) -> Void
  ) {
    let instance = MKAppInstance(
      MKEnvironment(transport: Transport { _ throws(TransportError) in throw .timedOut }))
    let before = Self.settings(instance)
    #expect(
      before == [
        "projectAPIname": "-", "APISecret": "-", "APIEndpoint": "-",
        "endpointTemplate": "https://{project}.baas.invalid", "jsonDateFormatInSeconds": "false",
        "jsonCollectionNameLowerCaseOnly": "false", "requestLogEnabled": "false",
        "analyticsEnabled": "true", "callbackQueue": DispatchQueue.main.label,
        "storageDirectory": "mkApp", "session": "- true",
      ])
    change(instance)
    let after = Self.settings(instance)
    #expect(before.keys.filter { before[$0] != after[$0] } == [name])
  }

  @Test func `a failed request is logged with its error`() async throws {
    let (lines, slot) = AsyncStream.makeStream(of: String.self)
    let app = TestApp {
      $0.transport = Transport { _ throws(TransportError) in throw .timedOut }
      $0.log = { slot.yield($0) }
    }
    app.instance.requestLogEnabled = true
    await #expect(throws: MKError(.connectionFailed, message: "The request timed out.")) {
      try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    }
    #expect(
      await lines.first { _ in true }
        == "GET http://127.0.0.1:8080/c/ → The request timed out.")
  }

  @Test func `an environment of a test has its transport, clock, store and secret`() async throws {
    let service = ScriptedServer([.json(.ok, [])])
    func environment(_ keys: [String: String]) -> MKEnvironment {
      MKEnvironment(
        ClientDefaults(
          transport: { name in
            name == "mia"
              ? .inProcess(service.responder)
              : Transport { _ throws(TransportError) in
                throw .cannotFindHost(name)
              }
          }, urlSession: { _ in .shared }, now: { Date(timeIntervalSince1970: 7) },
          clock: ContinuousClock(), keys: keys))
    }
    let known = environment(["MIA_SECRET": "known"])
    #expect(known.now() == Date(timeIntervalSince1970: 7) && known.store is MKMemoryStore)
    #expect(known.urlSession === URLSession.shared && MKEnvironment.emulators == ["mia"])
    let instance = MKAppInstance(environment: known)
    instance.analyticsEnabled = false
    #expect(instance.APISecret == "known")
    let given = MKAppInstance(
      emulator: URL(string: "http://h:9/x"), secret: "given", environment: known)
    #expect(given.APISecret == "given" && given.APIEndpoint == "http://h:9/x")
    #expect(MKAppInstance(environment: environment([:])).APISecret == "s3cr3t")
    _ = try await MKAppInstance.$current.withValue(instance) {
      try await MIAQuery(collectionName: "c").findObjects()
    }
    #expect(service.lines == ["GET /c/"])
  }

  @Test(
    arguments: [
      (200, .none), (399, .none), (400, .invalidParams), (401, .operationNotAllowed),
      (402, .operationFailed), (403, .operationNotAllowed), (404, .operationFailed),
      (405, .unknownStatus), (406, .duplicateKey), (407, .duplicateKey), (408, .unknownStatus),
    ] as [(Int, MKError.Code)]) func `a status has one code`(_ status: Int, _ code: MKError.Code)
  {
    #expect(
      MKError(.json(.init(code: status), ["message": "why"]))
        == MKError(code, statusCode: status, message: "why"))
  }

  @Test func `errors of the transport and of unexpected answers have their texts`() {
    #expect(
      MKError(TransportError.malformedRequest("x"))
        == MKError(
          .invalidParams, message: "x is not a valid URL; correct the endpoint or the path."))
    #expect(
      MKError(TransportError.malformedResponse)
        == MKError(.invalidResponse, message: "The response is not valid HTTP."))
    #expect(
      MKError(TransportError.cannotConnect("refused"))
        == MKError(.connectionFailed, message: "refused"))
    let error = MKError.unexpected(200, "a JSON array")
    #expect(
      error
        == MKError(
          .invalidResponse, statusCode: 200, message: "The server's response is not a JSON array."))
    #expect(error.errorUserInfo as? [String: String] == [NSLocalizedDescriptionKey: error.message])
    #expect(error.errorDescription == error.message && error.errorCode == 201)
    let codes: [MKError.Code] = [
      .none, .invalidParams, .operationFailed, .operationNotAllowed, .duplicateKey, .nullFileName,
      .nullFileSize, .nullFileUrl, .malformedEmail, .connectionFailed, .invalidResponse,
      .unknownStatus, .unknownFileName,
    ]
    #expect(codes.map(\.rawValue) == [0] + Array(100...107) + Array(200...203))
  }

  @Test(arguments: [
    ("users", true), ("/users", true), ("users/me", true), ("usersx", false), ("x/users", false),
  ]) func `the path shows whether a request is about users`(_ path: String, _ isAboutUsers: Bool) {
    #expect(RequestDraft(.get, relativePath: path).isAboutUsers == isAboutUsers)
  }

  @Test(arguments: [
    ("c", "/c"), ("/c/d", "/c/d"), ("//c", "/c"), ("c/", "/c/"), ("a b/ä", "/a%20b/%C3%A4"),
    ("", "/"),
  ]) func `a relative path keeps its slashes`(_ path: String, _ sent: String) {
    #expect(RequestDraft(.get, relativePath: path).path == sent)
  }
}
