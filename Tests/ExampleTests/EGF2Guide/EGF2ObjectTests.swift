import EGF2
import EGF2FixtureModels
import Foundation
import TestSupport
import Testing

/// Runs the samples of the guide unchanged.
///
/// `Graph` is the app's own graph.
@Suite(.limitedConcurrency) struct `The guide on objects and notifications` {
  let app: EGF2GuideApp

  init() throws { app = try EGF2GuideApp() }

  func print(_ line: Any) { app.screen.put(["\(line)"]) }

  @Test func `most methods end with one of three blocks`() {
    let objectBlock: ObjectBlock = { (_: NSObject?, _: NSError?) -> Void in }
    let objectsBlock: ObjectsBlock = { (_: [NSObject]?, _: Int, _: NSError?) -> Void in }
    let completion: Completion = { (_: Any?, _: NSError?) -> Void in }
    objectBlock(nil, nil)
    objectsBlock(nil, 0, nil)
    completion(nil, nil)
  }

  @Test func `objects are copied and compared`() async throws {
    let currentUser: User = User()  // get user object where “name.given == Mark”
    currentUser.name = HumanName()
    currentUser.name?.given = "Mark"
    let changedUser: User = currentUser.copyGraphObject()  // a copy of current user object
    changedUser.name?.given = "Tom"

    if currentUser.isEqual(graphObject: changedUser) {
      print("Objects are equal")
    } else {
      print("Objects are different")
    }
    #expect(await app.screen.next() == ["Objects are different"])

    var dictionary = try #require(currentUser.changesFrom(graphObject: changedUser))
    print(dictionary)  // ["name": ["given": "Mark"]]
    #expect(await app.screen.next() == [#"["name": ["given": "Mark"]]"#])
    // or
    dictionary = try #require(changedUser.changesFrom(graphObject: currentUser))
    print(dictionary)  // ["name": ["given": "Tom"]]
    #expect(await app.screen.next() == [#"["name": ["given": "Tom"]]"#])
  }

  @Test func `objects and dictionaries can be used while working with graph objects`()
    async throws
  {
    let currentUser = try #require(await app.graph.userObject() as? User)
    let changedUser: User = currentUser.copyGraphObject()
    changedUser.name?.given = "Tom"
    let dictionary = try #require(changedUser.changesFrom(graphObject: currentUser))
    var shown = await app.shown { Graph in
      Graph.updateObject(withId: "<user id>", parameters: dictionary) { (_, error) in
        app.screen.put([error?.localizedDescription ?? "updated"])
      }
    }
    #expect(shown == ["updated"])
    // or
    shown = await app.shown { Graph in
      Graph.updateObject(withId: "<user id>", object: changedUser) { (_, error) in
        app.screen.put([error?.localizedDescription ?? "updated"])
      }
    }
    #expect(shown == ["updated"])
    let user = try #require(await app.graph.refreshObject(withId: app.userID) as? User)
    #expect(user.name?.given == "Tom" && user.name?.family == "Field")
  }

  @Test func `an observer is notified of an object's changes`() async throws {
    let id = app.userID
    let Graph = app.graph
    // Get notification object for specific graph object
    let object = Graph.notificationObject(forSource: id)

    // Want to get notifications only for an appropriate graph object
    // if object == nil then we will get notifications for all updated objects
    let observer = app.center.addObserver(forName: .EGF2ObjectUpdated, object: object, queue: nil) {
      notification in
      guard let user = notification.userInfo?[EGF2ObjectInfoKey] as? User else { return }
      // user - the updated graph object
      app.screen.put([user.name?.given])
    }
    defer { app.center.removeObserver(observer) }

    _ = try await Graph.updateObject(
      withId: id, parameters: ["name": ["given": "Tom", "family": "Field"]])
    #expect(await app.screen.next() == ["Tom"])
  }
}
