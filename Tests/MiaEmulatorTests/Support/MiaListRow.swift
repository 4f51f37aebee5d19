import GhostlightCore
import Testing

@testable import MiaEmulator

/// A list request with the names of the documents in its response, or with the status and message
/// of its refusal.
struct MiaListRow: Sendable, CustomTestStringConvertible {
  let target: String
  let expected: String

  init(_ target: String, _ expected: String) {
    self.target = target
    self.expected = expected
  }

  var testDescription: String { "\(target) → \(expected)" }

  private static func unknown(_ target: String, _ name: String) -> MiaListRow {
    .init(
      target,
      "400 querystring must NOT have additional properties. Property \"\(name)\" is not defined "
        + "in validation schema")
  }

  /// - Source: for `tags=a`, crud-service 6.10.4 (commit d700d7b), lib/JSONSchemaGenerator.js: the
  ///   parameter of an array is an array or an element.
  static let lists: [MiaListRow] = [
    .init("author/", "Alfa Carlo"), .init("author", "Alfa Carlo"),
    .init("author/?_st=DRAFT", "Dora"), .init("author/?_st=PUBLIC,DRAFT", "Alfa Carlo Dora"),
    .init("author/?_st=DRAFT,NONSENSE", "Dora"), .init("author/?_st=TRASH", ""),
    .init("author/?_st=XPUBLIC", ""),
    .init(
      "author/?_st=none", #"400 querystring/_st must match pattern "(PUBLIC|DRAFT|TRASH|DELETED)""#),
    // Fields
    .init("author/?age=30", "Carlo"), .init("author/?name=Alfa", "Alfa"),
    .init("author/?name=Alfa&age=30", ""),
    .init("author/?age=x", "400 querystring/age must be number"),
    .init("plates/?meta.n=1", "lid"), .init("plates/?parts.0.size=1", "lid"),
    .init("plates/?parts.0.size=2", ""),
    .init("plates/?ok=maybe", "400 querystring/ok must be boolean"),
    .init("author/?_id=5e8ae13bb74dbf0011444ed5", "Alfa"),
    .init("author/?_id=5E8AE13BB74DBF0011444ED5", "Alfa"),
    .init("author/?_id=short", #"400 querystring/_id must match pattern "^[a-fA-F\d]{24}$""#),
    .init("books/?_id=b1", "b1"), .init("author/?name=A%6Cfa", "Alfa"),
    .init("author/?name=A+b", ""),
    unknown("author/?nope=1", "nope"), unknown("author/?__STATE__=PUBLIC", "__STATE__"),
    unknown("plates/?position=1", "position"), .init("plates/?tags=a", "lid"),
    unknown("plates/?info=1", "info"), unknown("plates/?info.a=1", "info.a"),
    unknown("plates/?meta.nope=1", "meta.nope"), unknown("author/count?_l=1", "_l"),
    unknown("author/5e8ae13bb74dbf0011444ed5?_id=x", "_id"),
    unknown("author/?_exportOpts=x", "_exportOpts"),
    // Order and pages
    .init("author/?_st=PUBLIC,DRAFT&_s=-age", "Dora Carlo Alfa"),
    .init("author/?_st=PUBLIC,DRAFT&_s=age", "Alfa Carlo Dora"),
    .init("author/?_s=-name", "Carlo Alfa"), .init("plates/?_s=kind,-name", "lid cup"),
    .init("plates/?_s=kind&_s=name", "cup lid"), .init("plates/?_s=-meta.n", "lid cup"),
    .init("author/?_l=1", "Alfa"), .init("author/?_sk=1", "Carlo"),
    .init("author/?_l=1&_sk=1", "Carlo"),
    .init("author/?_sk=9", ""), .init("author/?_l=200", "Alfa Carlo"),
    .init("author/?_l=201", "400 querystring/_l must be <= 200"),
    .init("author/?_l=0", "400 querystring/_l must be >= 1"),
    .init("author/?_l=x", "400 querystring/_l must be integer"),
    .init("author/?_l=1.5", "400 querystring/_l must be integer"),
    .init("author/?_l=", "400 querystring/_l must be integer"),
    .init("author/?_sk=-1", "400 querystring/_sk must be >= 0"),
    .init("author/?_l=99999999999999999999", "400 querystring/_l must be <= 200"),
    .init(
      "author/?_s=nope",
      "400 querystring/_s must match pattern \"^-?(_id|__STATE__|creatorId|createdAt|updaterId|"
        + "updatedAt|name|surname|nickname|age)(\\..+)?$\""),
    // Filters together with other parameters
    .init(
      "author/?_q=%7B%22age%22%3A%7B%22%24gt%22%3A1%7D%7D&_st=PUBLIC,DRAFT&_s=-age", "Dora Carlo"),
    .init("author/?_q=%7B%22age%22%3A30%7D&name=Carlo", "Carlo"),
    .init("author/?_q=%7B%22age%22%3A30%7D&name=Alfa", ""),
    .init("author/?_q=%7B%7D", "Alfa Carlo"), .init("author/?_q=", "Alfa Carlo"),
    .init("author/?_l=%201%20", "Alfa"), .init("author/?_l=%20", "400 querystring/_l must be >= 1"),
    .init("author/?_q=5", "500 $and entries need to be full objects"),
    .init("author/?_q=%7B%7D&_q=%7B%7D", "400 querystring/_q must be string"),
    .init("author/?%ZZ=1", "400 querystring must be object"),
    // Places are in order of distance; texts are in order of score
    .init(near(9.19, 45.46), "lid cup"), .init(near(12.49, 41.9), "cup lid"),
    .init(near(12.49, 41.9) + "&_s=-name", "lid cup"),
    .init(near(12.49, 41.9, "position.coordinates"), "cup lid"),
    .init("books/?_q=%7B%22%24text%22%3A%7B%22%24search%22%3A%22house%20old%22%7D%7D", "b3 b1 b2"),
    .init(
      "books/?_q=%7B%22%24text%22%3A%7B%22%24search%22%3A%22%5C%22old%20house%5C%22%22%7D%7D",
      "b3 b1"),
    .init("books/?_q=%7B%22%24text%22%3A%7B%22%24search%22%3A%22citta%22%7D%7D", "b3"),
  ]

  private static func near(
    _ longitude: Double, _ latitude: Double, _ path: String = "position"
  ) -> String {
    let filter = #"{"\#(path)":{"$nearSphere":{"from":[\#(longitude),\#(latitude)]}}}"#
    return "plates/?_q=" + PercentEncoding.encode(filter)
  }
}
