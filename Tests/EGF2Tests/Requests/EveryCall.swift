import EGF2
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

/// One test case: a call in its two forms, with its request, response and result.
struct EveryCall: Sendable, CustomTestStringConvertible {
  typealias Report = @Sendable (String) -> Void

  let line: String
  let answer: Response
  let success: String
  var failure = "nil"
  let start: @Sendable (EGF2Graph, @escaping Report) -> Void
  let wait: (@Sendable (EGF2Graph) async throws -> String)?

  var testDescription: String { line }

  private static func text(_ object: NSObject?) -> String {
    (object as? GraphObject)?.id ?? "nil"
  }

  private static func text(_ objects: [NSObject]?, _ count: Int) -> String {
    "\(objects.map { $0.map { text($0) }.joined(separator: " ") } ?? "nil") of \(count)"
  }

  private static func text(_ page: EGF2Page) -> String { text(page.objects, page.count) }

  static func text(_ error: NSError?) -> String {
    guard let error else { return "" }
    let info = error.userInfo.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
    return " \(error.domain) \(error.code) [\(info)]"
  }

  private static func object(_ report: @escaping Report) -> ObjectBlock {
    { report(text($0) + text($1)) }
  }

  private static func objects(_ report: @escaping Report) -> ObjectsBlock {
    { report(text($0, $1) + text($2)) }
  }

  private static func completion(_ report: @escaping Report) -> Completion {
    { report(($0.map { "\($0)" } ?? "nil") + text($1)) }
  }

  private static let post = Response.object("p-12")
  private static let page = Response.page([.sample("p-12"), .sample("q-12")], count: 7)

  /// Returns a row of a call with an object as its result.
  private static func object(
    _ line: String, _ start: @escaping @Sendable (EGF2Graph, @escaping ObjectBlock) -> Void,
    _ wait: (@Sendable (EGF2Graph) async throws -> NSObject)? = nil
  ) -> EveryCall {
    EveryCall(
      line: line, answer: post, success: "p-12", start: { start($0, object($1)) },
      wait: wait.map { wait in { text(try await wait($0)) } })
  }

  /// Returns a row of a call with a page as its result.
  private static func page(
    _ line: String, _ start: @escaping @Sendable (EGF2Graph, @escaping ObjectsBlock) -> Void,
    _ wait: (@Sendable (EGF2Graph) async throws -> EGF2Page)? = nil
  ) -> EveryCall {
    EveryCall(
      line: line, answer: page, success: "p-12 q-12 of 7", failure: "nil of 0",
      start: { start($0, objects($1)) },
      wait: wait.map { wait in { text(try await wait($0)) } })
  }

  /// Returns a row of a call with no result, or `true` for a login.
  private static func plain(
    _ line: String, answer: Response = .empty, success: String = "nil",
    _ start: @escaping @Sendable (EGF2Graph, @escaping Completion) -> Void,
    _ wait: @escaping @Sendable (EGF2Graph) async throws -> Void
  ) -> EveryCall {
    EveryCall(
      line: line, answer: answer, success: success, start: { start($0, completion($1)) },
      wait: {
        try await wait($0)
        return success
      })
  }

  private static let birth = Date(timeIntervalSince1970: 0.5)

  static let accounts: [EveryCall] = [
    plain(
      #"POST /v1/register {"first_name":"a","last_name":"b","email":"c","#
        + #""date_of_birth":"1970-01-01T00:00:00.500Z","password":"d"}"#,
      answer: .session, success: "true",
      {
        $0.register(
          withFirstName: "a", lastName: "b", email: "c", dateOfBirth: birth, password: "d",
          completion: $1)
      },
      {
        try await $0.register(
          withFirstName: "a", lastName: "b", email: "c", dateOfBirth: birth, password: "d")
      }),
    plain(
      #"POST /v1/login {"email":"a","password":"b"}"#, answer: .session, success: "true",
      { $0.login(withEmail: "a", password: "b", completion: $1) },
      { try await $0.login(withEmail: "a", password: "b") }),
    plain("GET /v1/logout", { $0.logout(withCompletion: $1) }, { try await $0.logout() }),
    plain(
      #"POST /v1/change_password {"old_password":"a","new_password":"b"}"#,
      { $0.change(oldPassword: "a", withNewPassword: "b", completion: $1) },
      { try await $0.change(oldPassword: "a", withNewPassword: "b") }),
    plain(
      "GET /v1/forgot_password?email=a", { $0.restorePassword(withEmail: "a", completion: $1) },
      { try await $0.restorePassword(withEmail: "a") }),
    plain(
      #"POST /v1/reset_password {"reset_token":"a","new_password":"b"}"#,
      { $0.resetPassword(withToken: "a", newPassword: "b", completion: $1) },
      { try await $0.resetPassword(withToken: "a", newPassword: "b") }),
    plain(
      "GET /v1/verify_email?token=a", { $0.verifyEmail(withToken: "a", completion: $1) },
      { try await $0.verifyEmail(withToken: "a") }),
    plain(
      "POST /v1/resend_email_verification", { $0.resendEmailVerification(withCompletion: $1) },
      { try await $0.resendEmailVerification() }),
  ]

  static let objects: [EveryCall] = [
    object(
      "GET /v1/graph/p-12?expand=", { $0.object(withId: "p-12", completion: $1) },
      { try await $0.object(withId: "p-12") }),
    object(
      "GET /v1/graph/p-12?expand=image,creator",
      { $0.object(withId: "p-12", expand: ["image", "creator"], completion: $1) },
      { try await $0.object(withId: "p-12", expand: ["image", "creator"]) }),
    object(
      "GET /v1/graph/p-12?expand=", { $0.refreshObject(withId: "p-12", completion: $1) },
      { try await $0.refreshObject(withId: "p-12") }),
    object(
      "GET /v1/graph/p-12?expand=image",
      { $0.refreshObject(withId: "p-12", expand: ["image"], completion: $1) },
      { try await $0.refreshObject(withId: "p-12", expand: ["image"]) }),
    object(
      "GET /v1/graph/me", { $0.userObject(withCompletion: $1) }, { try await $0.userObject() }),
    object(
      #"POST /v1/graph {"a":1}"#, { $0.createObject(withParameters: ["a": 1], completion: $1) },
      { try await $0.createObject(withParameters: ["a": 1]) }),
    object(
      #"PUT /v1/graph/p-12 {"a":1}"#,
      { $0.updateObject(withId: "p-12", parameters: ["a": 1], completion: $1) },
      { try await $0.updateObject(withId: "p-12", parameters: ["a": 1]) }),
    object(
      #"PUT /v1/graph/p-12 {"amount":0,"is_open":true,"places":[],"tags":[]}"#,
      { $0.updateObject(withId: "p-12", object: FieldKinds(), completion: $1) },
      { try await $0.updateObject(withId: "p-12", object: FieldKinds()) }),
    plain(
      "DELETE /v1/graph/p-12", { $0.deleteObject(withId: "p-12", completion: $1) },
      { try await $0.deleteObject(withId: "p-12") }),
    object(
      #"POST /v1/graph/u-03/posts {"a":1}"#,
      {
        $0.createObject(
          withParameters: ["a": 1], forSource: "u-03", onEdge: "posts", completion: $1)
      },
      {
        try await $0.createObject(withParameters: ["a": 1], forSource: "u-03", onEdge: "posts")
      }),
    plain(
      "POST /v1/graph/u-03/follows/v-03",
      { $0.addObject(withId: "v-03", forSource: "u-03", toEdge: "follows", completion: $1) },
      { try await $0.addObject(withId: "v-03", forSource: "u-03", toEdge: "follows") }),
    plain(
      "DELETE /v1/graph/u-03/follows/v-03",
      { $0.deleteObject(withId: "v-03", forSource: "u-03", fromEdge: "follows", completion: $1) },
      { try await $0.deleteObject(withId: "v-03", forSource: "u-03", fromEdge: "follows") }),
    EveryCall(
      line: "GET /v1/graph/u-03/follows/v-03", answer: .empty, success: "true", failure: "false",
      start: { graph, report in
        graph.doesObject(withId: "v-03", existForSource: "u-03", onEdge: "follows") {
          report("\($0)" + text($1))
        }
      },
      wait: {
        "\(try await $0.doesObject(withId: "v-03", existForSource: "u-03", onEdge: "follows"))"
      }),
  ]

  static let pages: [EveryCall] = [
    page(
      "GET /v1/graph/u-03/posts", { $0.objects(forSource: "u-03", edge: "posts", completion: $1) },
      { try await $0.objects(forSource: "u-03", edge: "posts") }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12",
      { $0.objects(forSource: "u-03", edge: "posts", after: "z-12", completion: $1) },
      { try await $0.objects(forSource: "u-03", edge: "posts", after: "z-12") }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12&expand=image",
      {
        $0.objects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], completion: $1)
      },
      {
        try await $0.objects(forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"])
      }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12&count=3&expand=image",
      {
        $0.objects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], count: 3,
          completion: $1)
      },
      {
        try await $0.objects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], count: 3)
      }),
    page(
      "GET /v1/graph/u-03/posts",
      { $0.refreshObjects(forSource: "u-03", edge: "posts", completion: $1) },
      { try await $0.refreshObjects(forSource: "u-03", edge: "posts") }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12",
      { $0.refreshObjects(forSource: "u-03", edge: "posts", after: "z-12", completion: $1) },
      { try await $0.refreshObjects(forSource: "u-03", edge: "posts", after: "z-12") }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12&expand=image",
      {
        $0.refreshObjects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], completion: $1)
      },
      {
        try await $0.refreshObjects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"])
      }),
    page(
      "GET /v1/graph/u-03/posts?after=z-12&count=0&expand=image",
      {
        $0.refreshObjects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], count: 0,
          completion: $1)
      },
      {
        try await $0.refreshObjects(
          forSource: "u-03", edge: "posts", after: "z-12", expand: ["image"], count: 0)
      }),
    page(
      "GET /v1/search?object=post&after=0&count=0",
      { $0.search(forObject: "post", after: 0, count: 0, completion: $1) },
      { try await $0.search(forObject: "post", after: 0, count: 0) }),
    page(
      "GET /v1/search?object=post",
      { $0.search(forObject: "post", after: -1, count: -1, completion: $1) },
      { try await $0.search(forObject: "post") }),
    page(
      "GET /v1/search?object=post&after=4&count=5&q=x",
      {
        let parameters = EGF2SearchParameters(withObject: "post")
        parameters.query = "x"
        $0.search(withParameters: parameters, after: 4, count: 5, completion: $1)
      },
      {
        let parameters = EGF2SearchParameters(withObject: "post")
        parameters.query = "x"
        return try await $0.search(withParameters: parameters, after: 4, count: 5)
      }),
  ]
}
