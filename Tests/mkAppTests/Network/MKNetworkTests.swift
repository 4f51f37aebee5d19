import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `MKNetwork tasks` {
  /// An app whose `MKNetwork` tasks and other requests use the same mock service.
  struct Desk {
    let app: TestApp
    let service: ScriptedServer
    private let bridge: URLSessionBridge

    init(_ answers: Response...) {
      let service = ScriptedServer(answers)
      let bridge = URLSessionBridge(service.responder)
      self.service = service
      self.bridge = bridge
      app = TestApp(change: {
        $0.transport = .inProcess(service.responder)
        $0.urlSession = URLSession(configuration: bridge.configuration)
      })
    }
  }

  struct TaskResult: Sendable, Equatable {
    var text: String?
    var status: Int?
    var error: MKError?
  }

  private static func status(_ response: URLResponse?) -> Int? {
    (response as? HTTPURLResponse)?.statusCode
  }

  private static func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
    -> TaskResult
  {
    TaskResult(
      text: data.map { String(decoding: $0, as: UTF8.self) }, status: status(response),
      error: error as? MKError)
  }

  @Test func `a data task sends secret and parameters and gets bytes`() async throws {
    let desk = Desk(.json(.ok, [1]))
    let result: TaskResult = try await desk.app.awaitCallback { resume in
      let parameters: [String: Any] = [
        "b": "x y&z", "a": 1, "d": ["k": [1]], "c": Date(timeIntervalSince1970: 1),
      ]
      let task = MKAppInstance.shared().network.getDataTask(
        relativePath: "/geocoding/geo", queryParameters: parameters
      ) {
        dispatchPrecondition(condition: .onQueue(TestApp.queue))
        resume(Self.result($0, $1, $2))
      }
      #expect(task.state == .suspended)
      task.resume()
    }
    #expect(result == TaskResult(text: "[1]", status: 200))
    #expect(
      desk.service.requests.map(\.target.raw) == [
        "/geocoding/geo?a=1&b=x%20y%26z&c=1000&d=%7B%22k%22%3A%5B1%5D%7D"
      ])
    #expect(desk.service.requests.first?.headers[.init("secret") ?? .accept] == "s3cr3t")
  }

  @Test func `a dictionary task gets an object`() async throws {
    let desk = Desk(.json(.ok, ["a": 1]), .json(.ok, []))
    for expected in [(1, nil), (nil, .invalidResponse)] as [(Int?, MKError.Code?)] {
      let result: (Int?, MKError.Code?) = try await desk.app.awaitCallback { resume in
        desk.app.instance.network.getDictionaryTask(relativePath: "x", queryParameters: nil) {
          object, _, error in
          resume((object?["a"] as? Int, (error as? MKError)?.code))
        }.resume()
      }
      #expect(result == expected)
    }
  }

  @Test func `a collections task gets objects of the path's collection`() async throws {
    let desk = Desk(.json(.ok, [["id": "1"], ["id": "2"]]), .json(.ok, [1]))
    for expected in [(["pics 1", "pics 2"], nil), (nil, .invalidResponse)]
      as [([String]?, MKError.Code?)]
    {
      let result: ([String]?, MKError.Code?) = try await desk.app.awaitCallback { resume in
        desk.app.instance.network.getCollectionsTask(
          relativePath: "pics/latest", queryParameters: nil
        ) { objects, _, error in
          let names = objects?.map { "\($0.collectionName) \($0.collectionId ?? "-")" }
          resume((names, (error as? MKError)?.code))
        }.resume()
      }
      #expect(result == expected)
    }
  }

  @Test func `post and delete tasks send their requests`() async throws {
    let desk = Desk(.json(.ok, [:]))
    let network = desk.app.instance.network
    _ = try await desk.app.awaitCallback { (resume: @escaping @Sendable (TaskResult) -> Void) in
      network.postDataTask(relativePath: "c", parameters: ["b": 1, "a": true]) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    _ = try await desk.app.awaitCallback { (resume: @escaping @Sendable (TaskResult) -> Void) in
      network.deleteDataTask(relativePath: "c/1", queryParameters: ["x": "y"]) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    #expect(desk.service.lines == [#"POST /c {"a":true,"b":1}"#, "DELETE /c/1?x=y"])
  }

  @Test func `a refused task has data, response and error`() async throws {
    let desk = Desk(.refusal(404, "Resource not found"))
    let result: TaskResult = try await desk.app.awaitCallback { resume in
      desk.app.instance.network.getDataTask(relativePath: "x", queryParameters: nil) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    #expect(result.text == #"{"statusCode":404,"status":404,"message":"Resource not found"}"#)
    #expect(result.status == 404)
    #expect(
      result.error == MKError(.operationFailed, statusCode: 404, message: "Resource not found"))
  }

  @Test func `after a 401 the stored user logs in and the task is sent again`() async throws {
    let desk = Desk(
      .session("old"), .refusal(401, "Unauthorized"), .session("new"), .json(.ok, [2]))
    _ = try await desk.app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    let result: TaskResult = try await desk.app.awaitCallback { resume in
      desk.app.instance.network.getDataTask(relativePath: "x", queryParameters: nil) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    #expect(result == TaskResult(text: "[2]", status: 200))
    #expect(
      desk.service.requests.map { $0.headers[.cookie] } == [nil, "sid=old", "sid=old", "sid=new"])
  }

  @Test(arguments: [true, false])
  func `a second 401 is the task's error and causes no further login`(
    _ isKept: Bool
  ) async throws {
    let desk = Desk(
      .session("old"), .refusal(401, "Unauthorized"), .session("new"),
      .refusal(401, "Unauthorized"))
    _ = try await desk.app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: isKept)
    }
    let result: TaskResult = try await desk.app.awaitCallback { resume in
      desk.app.instance.network.getDataTask(relativePath: "x", queryParameters: nil) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    #expect(
      result
        == TaskResult(
          text: #"{"statusCode":401,"status":401,"message":"Unauthorized"}"#, status: 401,
          error: MKError(.operationNotAllowed, statusCode: 401, message: "Unauthorized")))
    let login = "POST /users/login email=m%40example.com&password=pw"
    #expect(
      desk.service.lines == (isKept ? [login, "GET /x", login, "GET /x"] : [login, "GET /x"]))
  }

  @MainActor @Test func `a blocking call on the main thread can use a URL session`() throws {
    let service = ScriptedServer([.item(["a": 1]), .json(.ok, [])])
    let bridge = URLSessionBridge(service.responder)
    var environment = MKEnvironment(urlSession: URLSession(configuration: bridge.configuration))
    environment.store = MKMemoryStore()
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = "http://127.0.0.1:8080/v3"
    instance.APISecret = "s3cr3t"
    instance.analyticsEnabled = false
    try MKAppInstance.$current.withValue(instance) {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(1, forKey: "a")
      try object.save()
      let query = MIAQuery(collectionName: "c")
      query.addFilter(forKey: "a", relatedBy: .equal, to: "x [y]")
      let found = try query.findObjects()
      #expect(found.isEmpty)
    }
    #expect(
      service.lines == [#"POST /v3/c/ {"a":1}"#, #"GET /v3/c/?{"$and":[{"a":"x [y]"}]}"#])
  }

  @Test(arguments: ["no address", "parameters", "no connection"])
  func `a task reports errors from before its request`(_ cause: String) async throws {
    let desk = Desk(.json(.ok, []))
    var parameters: [String: Any] = [:]
    var response = Response(.ok)
    response.delivery = .reset
    let broken = Desk(response)
    let active = cause == "no connection" ? broken : desk
    if cause == "no address" { desk.app.instance.APIEndpoint = "nowhere" }
    if cause == "parameters" { parameters["a"] = Data() }
    let result: TaskResult = try await active.app.awaitCallback { resume in
      active.app.instance.network.getDataTask(relativePath: "x", queryParameters: parameters) {
        resume(Self.result($0, $1, $2))
      }.resume()
    }
    #expect(result.text == nil && result.status == nil)
    #expect(result.error?.code == (cause == "no connection" ? .connectionFailed : .invalidParams))
    #expect(desk.service.requests.isEmpty)
  }
}
