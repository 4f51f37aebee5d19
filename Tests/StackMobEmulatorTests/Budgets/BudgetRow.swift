import GhostlightCore
import HTTPTypes
import StackMobEmulator
import Testing

/// A request that changes an app, which starts with the data of ``World`` and optionally more.
struct BudgetRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let prepare: @Sendable (inout StackMobApp) -> Void
  private let make: @Sendable (World) -> Request

  /// Creates a row from the request for a route, or returns `nil` if the route does not change
  /// anything.
  init?(_ row: RouteRow, in world: World) {
    guard world.app.backend.changes(row.request(world)) else { return nil }
    testDescription = row.title
    prepare = { _ in }
    make = { row.request($0) }
  }

  init(
    _ title: String, _ method: String, _ target: String, _ body: String = "",
    headers: [(String, String)] = [], signer: RouteRow.Signer = .nobody,
    after prepare: @escaping @Sendable (inout StackMobApp) -> Void = { _ in }
  ) {
    testDescription = title
    self.prepare = prepare
    make = { world in
      var request = RouteRow(title, method, target, body, signer: signer).request(world)
      for (name, value) in headers { request.headers[.field(name)] = value }
      return request
    }
  }

  /// Returns the app before the request, and the request.
  func begin() throws -> (app: StackMobApp, request: Request) {
    let world = try World()
    var app = world.app
    prepare(&app)
    return (app, make(world))
  }
}

extension BudgetRow {
  /// Returns a row for each route that changes something.
  static func routes() throws -> [BudgetRow] {
    let world = try World()
    return RouteRow.all.compactMap { BudgetRow($0, in: world) }
  }

  private static let relations = [("X-StackMob-Relations", "friends=user&friends.friends=user")]

  private static let names = ["u0", "u1", "jack", "u3", "u4", "u5"]

  /// Changes that consist of several steps, between which a small budget could be used up.
  static let manySteps: [BudgetRow] = [
    BudgetRow(
      "objects in bulk", "POST", "/todo", array(20) { #"{"todo_id":"b\#($0)","f\#($0)":1}"# }),
    BudgetRow(
      "users in bulk, some of whom exist", "POST", "/user",
      array(6) { #"{"username":"\#(names[$0])","password":"p"}"# }),
    BudgetRow(
      "a tree", "POST", "/user",
      #"{"username":"jack","friends":"# + array(9) { #"{"username":"t\#($0)","n\#($0)":1}"# } + "}",
      headers: relations),
    BudgetRow(
      "trees", "POST", "/user",
      array(5) { #"{"username":"a\#($0)","friends":[{"username":"b\#($0)","friends":[{}]}]}"# },
      headers: relations),
    BudgetRow(
      "a tree in an existing object", "PUT", "/user/jack",
      #"{"friends":"# + array(9) { #"{"username":"t\#($0)","n\#($0)":1}"# } + "}",
      headers: relations),
    BudgetRow(
      "related objects", "POST", "/user/jack/friends", array(9) { #"{"username":"r\#($0)"}"# }),
    BudgetRow(
      "related objects of a new parent", "POST", "/fresh/1/things",
      array(9) { #"{"things_id":"\#($0)"}"# }),
    BudgetRow("a delete of many", "DELETE", "/todo?n[gte]=0", after: crowd),
    BudgetRow("a delete of users", "DELETE", "/user?username[ne]=nobody", after: crowd),
    BudgetRow(
      "a removal that cascades", "DELETE", "/user/jack/friends/c1,c2,c3,c4,jill",
      headers: [("X-StackMob-CascadeDelete", "true")], after: crowd),
    BudgetRow(
      "files", "POST", "/todo",
      JSON.object(["pic": .string(World.file), "other": .string(World.file)]).description),
    BudgetRow(
      "a broadcast", "POST", "/push_broadcast_universal", #"{"kvPairs":{"alert":"a"}}"#,
      signer: .privateKey, after: crowd),
    BudgetRow(
      "a push to users", "POST", "/push_users_universal",
      #"{"kvPairs":{"alert":"a"},"userIds":["c1","c2","jack"]}"#, signer: .privateKey,
      after: crowd),
  ]

  private static func array(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  /// Adds ten todos, and ten users, each with a device and with jack as a friend.
  @Sendable private static func crowd(_ app: inout StackMobApp) {
    app.post("/todo", array(10) { #"{"n":\#($0)}"# })
    app.post("/user", array(10) { #"{"username":"c\#($0)","password":"p"}"# })
    app.put("/user/jack/friends", array(10) { #""c\#($0)""# })
    for number in 0..<10 {
      let request = app.request("POST", "/tokens/android/d\(number)", #"{"user":"c\#(number)"}"#)
      _ = app.send(request.signed(with: app.keys))
    }
  }
}
