public import Foundation
import GhostlightCore
import HTTPTypes

/// Searches for objects.
///
/// Search results are neither cached nor read from the cache.
///
/// `after` is the index of the last object before the page, or -1 for the first page.
///
/// - Source: protocol reference B11.
extension EGF2Graph {
  /// Searches for objects of a type.
  public func search(
    forObject object: String, after: Int, count: Int, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil, completion: @escaping ObjectsBlock
  ) {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    search(withParameters: parameters, after: after, count: count, completion: completion)
  }

  /// Searches for objects that satisfy all conditions in `parameters`.
  public func search(
    withParameters parameters: EGF2SearchParameters, after: Int, count: Int,
    completion: @escaping ObjectsBlock
  ) {
    searchCall(parameters, after, count).deliver(to: completion)
  }

  /// Searches for objects of a type and returns a page of them.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if a parameter cannot be
  ///   sent, ``EGF2ErrorCode/serverError`` if the server refuses the request,
  ///   ``EGF2ErrorCode/wrongResponse`` if its response is not a page. The error of the URL loading
  ///   system, in `NSURLErrorDomain`, if the network fails.
  public nonisolated(nonsending) func search(
    forObject object: String, after: Int = -1, count: Int = -1, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil
  ) async throws -> sending EGF2Page {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    return try await searchCall(parameters, after, count).value()
  }

  /// Searches for objects with parameters and returns a page of them.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if a parameter cannot be
  ///   sent, ``EGF2ErrorCode/serverError`` if the server refuses the request,
  ///   ``EGF2ErrorCode/wrongResponse`` if its response is not a page. The error of the URL loading
  ///   system, in `NSURLErrorDomain`, if the network fails.
  public nonisolated(nonsending) func search(
    withParameters parameters: EGF2SearchParameters, after: Int = -1, count: Int = -1
  ) async throws -> sending EGF2Page {
    try await searchCall(parameters, after, count).value()
  }

  private func searchCall(
    _ parameters: EGF2SearchParameters, _ after: Int, _ count: Int
  ) -> PendingCall<PageRecord> {
    let draft = Result { () throws(NSError) in try parameters.draft(after: after, count: count) }
    return call { () async throws(NSError) -> CallResult<PageRecord> in
      let page = try self.page(try await self.send(try draft.get()))
      return CallResult(try self.record(page))
    }
  }
}

/// The conditions, order and expanded parts of a search.
///
/// Create the parameters for a type of objects, set conditions and pass them to
/// `search(withParameters:after:count:)`. A result satisfies all conditions. A search copies the
/// parameters when it is called, so they can be changed and used again.
///
/// ```swift
/// import EGF2
///
/// let parameters = EGF2SearchParameters(withObject: "post")
/// parameters.filters = ["creator": ["1b9d-12", "2c7f-12"]]
/// parameters.sort = ["created_at(DESC)"]
/// parameters.expand = ["image"]
/// if let graph = EGF2Graph(name: "app") {
///   let page = try await graph.search(withParameters: parameters, count: 10)
///   print(page.count)
/// }
/// ```
///
/// - Source: protocol reference B11.
public class EGF2SearchParameters: NSObject {
  /// The type of the objects to find, such as `user`.
  public var object: String
  /// The parts to expand in each object, as in `objects(forSource:edge:after:expand:count:)`; `nil`
  /// for none.
  public var expand: [String]?
  /// The names of the fields in which ``query`` is searched; `nil` for all string fields.
  public var fields: [String]?
  /// The values that fields must have: one value for each field, or several in an array.
  ///
  /// `!` before a value excludes it. `-` matches objects without the field. A date matches its day
  /// in UTC.
  public var filters: [String: Any]?
  /// The bounds of fields' values: `"low:high"`, or an array of two values.
  ///
  /// A date is sent as its day in UTC, because bounds cannot contain the colons of a time.
  public var range: [String: Any]?
  /// The fields by which results are sorted: `field`, `field(ASC)` or `field(DESC)`.
  public var sort: [String]?
  /// Text to search for: at least one of its words must occur in ``fields``.
  public var query: String?

  /// Creates parameters without conditions, which match every object of a type.
  public init(withObject object: String) {
    self.object = object
  }

  /// Returns parameters without conditions, which match every object of a type.
  public static func parameters(withObject object: String) -> EGF2SearchParameters {
    EGF2SearchParameters(withObject: object)
  }
}

extension EGF2SearchParameters {
  /// Creates parameters from a search's arguments.
  convenience init(
    _ object: String, _ expand: [String]?, fields: [String]?, filters: [String: Any]?,
    range: [String: Any]?, sort: [String]?, query: String?
  ) {
    self.init(withObject: object)
    self.expand = expand
    self.fields = fields
    self.filters = filters
    self.range = range
    self.sort = sort
    self.query = query
  }

  /// Returns the request for a page of search results.
  ///
  /// - Throws: `wrongMethodParameter` if a value cannot be sent.
  func draft(after: Int, count: Int) throws(NSError) -> CallDraft {
    var draft = CallDraft(.get, "search").asking("object", object)
    if after >= 0 { draft = draft.asking("after", String(after)) }
    if count >= 0 { draft = draft.asking("count", String(count)) }
    let lists = [("expand", expand), ("fields", fields), ("sort", sort)]
    for (name, list) in lists {
      if let list { draft = draft.asking(name, list.joined(separator: ",")) }
    }
    if let filters {
      draft = draft.asking("filters", try Self.pairs(filters, separator: ","))
    }
    if let range { draft = draft.asking("range", try Self.pairs(range, separator: ":")) }
    if let query { draft = draft.asking("q", query) }
    return draft
  }

  /// Returns the pairs as a string, sorted by key; `separator` separates the values of an array.
  private static func pairs(
    _ pairs: [String: Any], separator: String
  ) throws(NSError) -> String {
    var texts: [String] = []
    for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
      var words: [String] = []
      for value in (value as? [Any]) ?? [value] {
        if let date = value as? Date, let day = DateText.day(date) {
          words.append(day)
          continue
        }
        let json = try WireValue.json(value, at: key)
        words.append(json.string ?? json.text())
      }
      texts.append("\(key):\(words.joined(separator: separator))")
    }
    return texts.joined(separator: ",")
  }
}
