import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What all responses have in common (A2).
enum EGF2Envelope {
  private static let jsonFields: HTTPFields = [.contentType: "application/json"]

  /// A success without a result.
  static let empty = Response(.ok)

  /// A success with an object, unless another status is given.
  static func json(_ object: JSONObject, _ status: HTTPResponse.Status = .ok) -> Response {
    .json(status, .object(object), headers: jsonFields)
  }

  /// A success with an object that is printed already.
  static func printed(_ body: [UInt8]) -> Response {
    Response(.ok, headers: jsonFields, body: body)
  }

  /// A refusal: its code and message.
  static func print(_ fault: Fault) -> Response {
    var body = fault.details
    // The refusal of too much work is no vendor's own.
    if body["code"] == nil { body["code"] = "BadRequestError" }
    body["message"] = .string(fault.message)
    var response = Response.json(fault.status, .object(body), headers: jsonFields)
    if let reason = fault.explanation(in: "EGF2") {
      response.headers[.ghostlightReason] = HeaderText.print(reason)
    }
    return response
  }
}

extension Call {
  /// The members of a JSON body, whatever its `Content-Type`; none where it is no object (A2).
  ///
  /// - Throws: That the body is no JSON.
  func body() throws(Fault) -> JSONObject {
    guard !request.body.isEmpty else { return [:] }
    try budget.spend(bytes: request.body.count)
    do throws(JSONError) {
      return try JSON.parse(request.body).withWholeNumbers.object ?? [:]
    } catch {
      throw .invalidContent.filled(["problem": error.description])
    }
  }

  /// The parameters of the query.
  var query: QueryParameters { QueryParameters(request) }
}

/// The parameters of a query string, `%XX` and `+` decoded (A2).
struct QueryParameters: Sendable {
  private let fields: [FormField]

  /// Reads a request's query; a pair with a malformed escape stays as it was sent.
  init(_ request: Request) {
    guard let query = request.target.rawQuery else {
      fields = []
      return
    }
    fields =
      FormURLEncoding.parse(query)
      ?? query.utf8.split(separator: UInt8(ascii: "&")).flatMap { pair in
        FormURLEncoding.parse(Array(pair)) ?? Self.undecoded(pair)
      }
  }

  /// The first value of a name; `nil` where there is none or it is empty.
  subscript(name: String) -> String? {
    guard let text = text(name), !text.isEmpty else { return nil }
    return text
  }

  /// The first value of a name, which may be empty.
  func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func undecoded(_ pair: Substring.UTF8View) -> [FormField] {
    let parts = pair.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return [FormField(texts[0], texts.count > 1 ? texts[1] : "")]
  }
}

extension JSON {
  /// The same value, in which whole numbers are spelt as such: the services read `3.0` and `3e0` as
  /// the number 3, and print it so (E24).
  var withWholeNumbers: JSON {
    switch self {
    case .double, .decimal: wholeNumber ?? self
    case .array(let elements): .array(elements.map(\.withWholeNumbers))
    case .object(let object): .object(object.withWholeNumbers)
    case .null, .bool, .integer, .string: self
    }
  }

  /// The integer that a fraction or a power is equal to, where the services tell it from all others.
  private var wholeNumber: JSON? {
    guard let number, abs(number) < 9_007_199_254_740_992 else { return nil }
    return Int64(exactly: number).map(JSON.integer)
  }

  /// The time of an exchange, as text.
  static func now(_ moment: Moment) -> JSON {
    .string(ISODate.format(milliseconds: moment.milliseconds))
  }
}

extension JSONObject {
  /// The same members, with whole numbers spelt as such.
  var withWholeNumbers: JSONObject {
    let isAsItIs = members.allSatisfy { member in
      switch member.value {
      case .null, .bool, .integer, .string: true
      case .double, .decimal, .array, .object: false
      }
    }
    return isAsItIs
      ? self
      : JSONObject(
        uniqueMembers: members.map { JSONObject.Member($0.key, $0.value.withWholeNumbers) })
  }
}
