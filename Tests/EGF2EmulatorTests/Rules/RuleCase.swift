import HTTPTypes
import Testing

/// Requests to the guide's app, and the page that they fill.
struct RuleCase: Sendable, CustomTestStringConvertible {
  typealias Step = (user: String, method: HTTPRequest.Method, path: String)

  let testDescription: String
  let steps: [Step]
  let reader: String
  let page: String
  let names: [String]

  init(_ title: String, _ steps: Step..., reader: String, page: String, has names: String...) {
    testDescription = title
    self.steps = steps
    self.reader = reader
    self.page = page
    self.names = names
  }

  private static let follow: Step = ("anna", .post, "me/follows/{mark}")

  static let guide: [RuleCase] = [
    RuleCase(
      "1: a new follower is on followers", follow, reader: "mark", page: "me/followers",
      has: "anna"),
    RuleCase(
      "1: followers are newest first", follow, ("carl", .post, "me/follows/{mark}"),
      reader: "mark", page: "me/followers", has: "carl", "anna"),
    RuleCase(
      "2: a former follower is not on followers", follow,
      ("anna", .delete, "me/follows/{mark}"), reader: "mark", page: "me/followers"),
    RuleCase(
      "3: a new post is on the timelines of followers", follow, ("mark", .post, "me/posts"),
      reader: "anna", page: "me/timeline", has: "new"),
    RuleCase(
      "3: earlier posts are not on a timeline", follow, reader: "anna", page: "me/timeline"),
    RuleCase(
      "3: others do not get a new post", follow, ("mark", .post, "me/posts"), reader: "carl",
      page: "me/timeline"),
    RuleCase(
      "3: posts remain on the timeline of a former follower", follow, ("mark", .post, "me/posts"),
      ("anna", .delete, "me/follows/{mark}"), reader: "anna", page: "me/timeline", has: "new"),
    RuleCase(
      "4: a removed post is not on timelines", follow, ("mark", .post, "me/posts"),
      ("mark", .delete, "me/posts/{new}"), reader: "anna", page: "me/timeline"),
    RuleCase(
      "4: a removed post is not on offending posts", ("anna", .post, "{post}/offended/{anna}"),
      ("mark", .delete, "me/posts/{post}"), reader: "carl", page: "{role}/offending_posts"),
    RuleCase(
      "5: an offending post is listed for admins", ("anna", .post, "{post}/offended/{anna}"),
      reader: "carl", page: "{role}/offending_posts", has: "post"),
    RuleCase(
      "5: a second complaint does not list the post again",
      ("anna", .post, "{post}/offended/{anna}"), ("carl", .post, "{post}/offended/{carl}"),
      reader: "carl", page: "{role}/offending_posts", has: "post"),
    RuleCase(
      "6: a withdrawn complaint removes the post", ("anna", .post, "{post}/offended/{anna}"),
      ("anna", .delete, "{post}/offended/{anna}"), reader: "carl",
      page: "{role}/offending_posts"),
  ]
}
