public import Foundation
import GhostlightCore
import HTTPTypes

/// Search; what is found is neither cached nor read from the cache.
///
/// `after` is the index of the last object that the caller has, -1 for the first page.
///
/// - Source: protocol reference B11.
extension EGF2Graph {
  /// Finds objects of a type.
  public func search(
    forObject object: String, after: Int, count: Int, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil, completion: @escaping ObjectsBlock
  ) {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    search(withParameters: parameters, after: after, count: count, completion: completion)
  }

  /// Finds objects.
  public func search(
    withParameters parameters: EGF2SearchParameters, after: Int, count: Int,
    completion: @escaping ObjectsBlock
  ) {
    searchCall(parameters, after, count).deliver(to: completion)
  }

  /// Finds objects of a type and answers some of them with the number of all.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  public nonisolated(nonsending) func search(
    forObject object: String, after: Int = -1, count: Int = -1, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil
  ) async throws -> sending EGF2Page {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    return try await searchCall(parameters, after, count).value()
  }

  /// Finds objects and answers some of them with the number of all.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  public nonisolated(nonsending) func search(
    withParameters parameters: EGF2SearchParameters, after: Int = -1, count: Int = -1
  ) async throws -> sending EGF2Page {
    try await searchCall(parameters, after, count).value()
  }

  private func searchCall(
    _ parameters: EGF2SearchParameters, _ after: Int, _ count: Int
  ) -> PendingCall<PageRecord> {
    let draft = Result { () throws(NSError) in try parameters.draft(after: after, count: count) }
    return call { () async throws(NSError) -> Answer<PageRecord> in
      let page = try self.page(try await self.send(try draft.get()))
      return Answer(try self.record(page))
    }
  }
}

/// What is searched for.
///
/// - Source: protocol reference B11.
public class EGF2SearchParameters: NSObject {
  /// The type of the objects, such as `user`.
  public var object: String
  /// What is to be expanded in each object.
  public var expand: [String]?
  /// The fields that the query looks into.
  public var fields: [String]?
  /// Values that fields must have: one each, or several in an array.
  ///
  /// `!` before a value excludes it, `-` stands for a field that is missing. A date stands for its
  /// day in UTC.
  public var filters: [String: Any]?
  /// Bounds of fields: `"low:high"`, or an array of two.
  ///
  /// A date stands for its day in UTC: bounds cannot hold the colons of a time.
  public var range: [String: Any]?
  /// The order: `field`, `field(ASC)` or `field(DESC)`.
  public var sort: [String]?
  /// Words, one of which must occur.
  public var query: String?

  /// Parameters that find every object of a type.
  public init(withObject object: String) {
    self.object = object
  }

  /// Parameters that find every object of a type.
  public static func parameters(withObject object: String) -> EGF2SearchParameters {
    EGF2SearchParameters(withObject: object)
  }
}

extension EGF2SearchParameters {
  /// Parameters with everything that a search may say.
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

  /// The request for some of what is found.
  ///
  /// - Throws: `wrongMethodParameter` where a value cannot be sent.
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

  /// Pairs of key and value by key, the values of an array separated.
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
