import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Functions that build the parts that all responses have in common (A2).
enum EGF2Envelope {
  private static let jsonFields: HTTPFields = [.contentType: "application/json"]

  /// A successful response without a body.
  static let empty = Response(.ok)

  static func json(_ object: JSONObject, _ status: HTTPResponse.Status = .ok) -> Response {
    .json(status, .object(object), headers: jsonFields)
  }

  /// Returns a successful response with an object that is already serialized.
  static func printed(_ body: [UInt8]) -> Response {
    Response(.ok, headers: jsonFields, body: body)
  }

  /// Returns the response to a refused request, which contains an error code and a message.
  static func print(_ fault: Fault) -> Response {
    var body = fault.details
    // The refusal of too much work exists only in the emulator, so it has no error code of the
    // vendor.
    if body["code"] == nil { body["code"] = "BadRequestError" }
    body["message"] = .string(fault.message)
    var response = Response.json(fault.status, .object(body), headers: jsonFields)
    response.headers[.ghostlightReason] = HeaderText.print(fault.explanation(in: "EGF2"))
    return response
  }
}

extension Call {
  /// Returns the members of the JSON body, regardless of its `Content-Type` (A2).
  ///
  /// The result is empty if the body is not an object.
  ///
  /// - Throws: A refusal if the body is not valid JSON.
  func body() throws(Fault) -> JSONObject {
    guard !request.body.isEmpty else { return [:] }
    try budget.spend(bytes: request.body.count)
    do throws(JSONError) {
      return try JSON.parse(request.body).withWholeNumbers.object ?? [:]
    } catch {
      throw .invalidContent.filled(["problem": error.description])
    }
  }

  var query: QueryParameters { QueryParameters(request) }
}

/// The parameters in a query string, with `%XX` and `+` decoded (A2).
struct QueryParameters: Sendable {
  private let fields: [FormField]

  /// Parses the query parameters of a request.
  ///
  /// A parameter with a malformed percent escape is not decoded.
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

  /// The first value of a parameter; `nil` if the parameter is missing or empty.
  subscript(name: String) -> String? {
    guard let text = text(name), !text.isEmpty else { return nil }
    return text
  }

  /// Returns the first value of a parameter, which may be empty; `nil` if the parameter is missing.
  func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func undecoded(_ pair: Substring.UTF8View) -> [FormField] {
    let parts = pair.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return [FormField(texts[0], texts.count > 1 ? texts[1] : "")]
  }
}

extension JSON {
  /// The value with all whole numbers written as integers.
  ///
  /// The services parse `3.0` and `3e0` as the number 3, and print it as `3` (E24).
  var withWholeNumbers: JSON {
    switch self {
    case .double, .decimal: wholeNumber ?? self
    case .array(let elements): .array(elements.map(\.withWholeNumbers))
    case .object(let object): .object(object.withWholeNumbers)
    case .null, .bool, .integer, .string: self
    }
  }

  /// The integer that equals a number written with a fraction or an exponent; `nil` if there is
  /// none, or if it is too large for JavaScript's numbers.
  private var wholeNumber: JSON? {
    guard let number, abs(number) < 9_007_199_254_740_992 else { return nil }
    return Int64(exactly: number).map(JSON.integer)
  }

  /// Returns the time of an exchange as an ISO 8601 string.
  static func now(_ moment: Moment) -> JSON {
    .string(ISODate.format(milliseconds: moment.milliseconds))
  }
}

extension JSONObject {
  /// The same members, with all whole numbers written as integers.
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
