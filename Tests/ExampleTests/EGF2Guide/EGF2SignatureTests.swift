import EGF2
import EGF2FixtureModels
import Foundation
import TestSupport
import Testing

/// Checks the signatures in the tables of the guide: a wrong signature does not compile.
@Suite(.limitedConcurrency) struct `The tables of the guide on EGF2` {
  @Test func `EGF2Graph Properties`() {
    let _: URL? = Graph.serverURL
    let sizes: [Int] = [Graph.maxPageSize]
    let isByObject: Bool = Graph.isObjectPaginationMode
    let types: [String: NSObject.Type] = Graph.idsWithModelTypes
    #expect(sizes == [50] && !isByObject && types["03"] == User.self)
  }

  @Test func `EGF2Graph Auth Methods`() throws {
    let graph = try EGF2GuideApp().graph
    typealias Two = (String, String, @escaping Completion) -> Void
    typealias One = (String, @escaping Completion) -> Void
    let _: (String, String, String, Foundation.Date, String, @escaping Completion) -> Void =
      graph.register(withFirstName:lastName:email:dateOfBirth:password:completion:)
    let two: [Two] = [
      graph.login(withEmail:password:completion:),
      graph.change(oldPassword:withNewPassword:completion:),
      graph.resetPassword(withToken:newPassword:completion:),
    ]
    let one: [One] = [
      graph.restorePassword(withEmail:completion:), graph.verifyEmail(withToken:completion:),
    ]
    let _: (@escaping Completion) -> Void = graph.logout(withCompletion:)
    #expect(two.count == 3 && one.count == 2)
  }

  @Test func `EGF2Graph Notification Methods`() throws {
    let graph = try EGF2GuideApp().graph
    let _: (String) -> Any = graph.notificationObject(forSource:)
    let _: (String, String) -> Any = graph.notificationObject(forSource:andEdge:)
  }

  @Test func `EGF2Graph Graph API Methods: objects`() throws {
    let graph = try EGF2GuideApp().graph
    typealias Reading = (String, ObjectBlock?) -> Void
    typealias Expanding = (String, [String], ObjectBlock?) -> Void
    let reading: [Reading] = [
      graph.object(withId:completion:), graph.refreshObject(withId:completion:),
    ]
    let expanding: [Expanding] = [
      graph.object(withId:expand:completion:), graph.refreshObject(withId:expand:completion:),
    ]
    let _: (ObjectBlock?) -> Void = graph.userObject(withCompletion:)
    let _: ([String: Any], ObjectBlock?) -> Void = graph.createObject(withParameters:completion:)
    let _: (String, [String: Any], ObjectBlock?) -> Void =
      graph.updateObject(withId:parameters:completion:)
    let _: (String, NSObject, ObjectBlock?) -> Void = graph.updateObject(withId:object:completion:)
    let _: (String, Completion?) -> Void = graph.deleteObject(withId:completion:)
    let _: (Foundation.Data, String, String, @escaping ObjectBlock) -> Void =
      graph.uploadFile(withData:title:mimeType:completion:)
    let _: (Foundation.Data, String, String, String, @escaping ObjectBlock) -> Void =
      graph.uploadImage(withData:title:mimeType:kind:completion:)
    #expect(reading.count == 2 && expanding.count == 2)
  }

  @Test func `EGF2Graph Graph API Methods: edges`() throws {
    let graph = try EGF2GuideApp().graph
    typealias Page = (String, String, String?, [String], Int, ObjectsBlock?) -> Void
    let _: ([String: Any], String, String, ObjectBlock?) -> Void =
      graph.createObject(withParameters:forSource:onEdge:completion:)
    let _: (String, String, String, @escaping Completion) -> Void =
      graph.addObject(withId:forSource:toEdge:completion:)
    let _: (String, String, String, @escaping Completion) -> Void =
      graph.deleteObject(withId:forSource:fromEdge:completion:)
    let _: (String, String, String, @escaping (Bool, NSError?) -> Swift.Void) -> Void =
      graph.doesObject(withId:existForSource:onEdge:completion:)
    let _: (String, String, ObjectsBlock?) -> Void = graph.objects(forSource:edge:completion:)
    let _: (String, String, String?, ObjectsBlock?) -> Void =
      graph.objects(forSource:edge:after:completion:)
    let _: (String, String, String?, [String], ObjectsBlock?) -> Void =
      graph.objects(forSource:edge:after:expand:completion:)
    let _: (String, String, ObjectsBlock?) -> Void =
      graph.refreshObjects(forSource:edge:completion:)
    let _: (String, String, String?, ObjectsBlock?) -> Void =
      graph.refreshObjects(forSource:edge:after:completion:)
    let _: (String, String, String?, [String], ObjectsBlock?) -> Void =
      graph.refreshObjects(forSource:edge:after:expand:completion:)
    let pages: [Page] = [
      graph.objects(forSource:edge:after:expand:count:completion:),
      graph.refreshObjects(forSource:edge:after:expand:count:completion:),
    ]
    #expect(pages.count == 2)
  }

  @Test func `EGF2Graph Graph API Methods: search`() throws {
    let graph = try EGF2GuideApp().graph
    typealias Search = (
      String, Int, Int, [String]?, [String]?, [String: Any]?, [String: Any]?, [String]?, String?,
      @escaping ObjectsBlock
    ) -> Void
    let _: Search = graph.search(
      forObject:after:count:expand:fields:filters:range:sort:query:completion:)
    let _: (EGF2SearchParameters, Int, Int, @escaping ObjectsBlock) -> Void =
      graph.search(withParameters:after:count:completion:)
  }

  @Test func `Auxiliary NSObject methods`() {
    let user = User()
    let copy: User = user.copyGraphObject()
    let isEqual: Bool = user.isEqual(graphObject: copy)
    let changes: [String: Any]? = user.changesFrom(graphObject: copy)
    #expect(isEqual && changes == nil)
  }
}
