import EGF2
import Foundation
import TestSupport
import Testing

@testable import EGF2FixtureModels

/// Runs the samples of the guide unchanged.
///
/// `Graph` is the app's own graph.
@Suite(.limitedConcurrency) struct `The guide on expanding objects` {
  let app: EGF2GuideApp

  init() throws { app = try EGF2GuideApp() }

  @Test func `every object property is modelled with two properties`() {
    enum First {
      class Post: GraphObject {
        var text: String?
        var image: String?  // id of image object
      }
    }
    enum Second {
      class Post: GraphObject {
        var text: String?
        var image: String?  // id of image object
        var imageObject: File?  // imageObject is instance of image object
        var creator: String?  // id of user object
        var creatorObject: User?  // creatorObject is instance of user object
      }
    }
    #expect(First.Post().image == nil && Second.Post().creatorObject == nil)
    let post = Post()
    post.image = "id of image object"
    post.imageObject = File()
    #expect(post.creator == nil && post.creatorObject == nil && post.text == nil)
  }

  @Test func `a post is loaded without its image object`() async {
    let shown = await app.shown { Graph in
      Graph.object(withId: "<post id>") { (object, error) in
        guard let post = object as? Post else { return }
        // post.image contains id of image object
        // post.imageObject is nil
        app.screen.put([post.image, post.imageObject?.id])
      }
    }
    #expect(shown == [app.imageID, nil])
  }

  @Test func `a post is expanded with its image object`() async {
    let shown = await app.shown { Graph in
      Graph.object(withId: "<post id>", expand: ["image"]) { (object, error) in
        guard let post = object as? Post else { return }
        // now post.imageObject contains instance of image object
        app.screen.put([post.imageObject?.id])
      }
    }
    #expect(shown == [app.imageID])
  }

  @Test func `several object properties are expanded at once`() async {
    let shown = await app.shown { Graph in
      Graph.object(withId: "<post id>", expand: ["image", "creator"]) { (object, error) in
        guard let post = object as? Post else { return }
        // post.imageObject contains image object
        // post.creatorObject contains user object who has created the post
        app.screen.put([post.imageObject?.id, post.creatorObject?.id])
      }
    }
    #expect(shown == [app.imageID, app.userID])
  }

  @Test func `object properties are expanded on several levels`() async {
    let shown = await app.shown { Graph in
      Graph.object(withId: "<post id>", expand: ["image{user}"]) { (object, error) in
        guard let post = object as? Post else { return }
        // post.imageObject contains image object
        // post.imageObject?.userObject contains user object who has uploaded the image
        app.screen.put([post.imageObject?.id, post.imageObject?.userObject?.id])
      }
    }
    #expect(shown == [app.imageID, app.userID])
  }

  @Test func `the objects on an edge are loaded in advance`() async {
    var shown = await app.shown { Graph in
      Graph.object(withId: "<post id>", expand: ["comments"]) { (object, error) in
        // If there are objects on comments edge they will be downloaded and cached
        // Later you can get them using ‘objects’ method
        app.screen.put([(object as? Post)?.id])
      }
    }
    #expect(shown == [app.postID])
    shown = await app.shown { Graph in
      Graph.serverURL = nil
      Graph.objects(forSource: app.postID, edge: "comments") { (objects, count, error) in
        app.screen.put((objects as? [EGF2FixtureModels.Comment])?.map(\.text) ?? [])
      }
    }
    #expect(shown == (1...6).reversed().map { "comment \($0)" })
  }

  @Test func `the number of expanded objects is limited`() async {
    var shown = await app.shown { Graph in
      Graph.object(withId: "<post id>", expand: ["comments(5)"]) { (object, error) in
        // The first five comments will be taken from cache or downloaded from server
        app.screen.put([(object as? Post)?.id])
      }
    }
    #expect(shown == [app.postID])
    shown = await app.shown { Graph in
      Graph.serverURL = nil
      Graph.objects(forSource: app.postID, edge: "comments", after: nil, expand: [], count: 5) {
        (objects, count, error) in
        app.screen.put(["\(objects?.count ?? -1) of \(count)"])
      }
    }
    #expect(shown == ["5 of 6"])
  }

  @Test func `the objects on an edge are expanded`() async {
    let shown = await app.shown { Graph in
      Graph.objects(forSource: "<user id>", edge: "posts", after: nil, expand: ["image"]) {
        (objects, count, error) in
        guard let posts = objects as? [Post] else { return }
        // use posts
        app.screen.put(posts.map { $0.imageObject?.title })
      }
    }
    #expect(shown == ["Photo"])
  }

  @Test func `one request loads all the information`() async {
    let shown = await app.shown { Graph in
      // You want to get all newest posts
      // Also you want to know who created these posts (creator) and what image you should show
      // Besides you want to show the last comment under each post
      let expand = ["image", "creator", "comments(1)"]
      Graph.objects(forSource: "<user id>", edge: "posts", after: nil, expand: expand) {
        (objects, count, error) in
        guard let posts = objects as? [Post] else { return }
        // use posts
        app.screen.put(posts.flatMap { [$0.text, $0.creatorObject?.email, $0.imageObject?.id] })
      }
    }
    #expect(shown == ["hello", "mark@example.com", app.imageID])
  }
}
