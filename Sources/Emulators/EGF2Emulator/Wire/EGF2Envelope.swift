import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Functions that build the parts common to all responses (A2).
enum EGF2Envelope {
  private static let jsonFields: HTTPFields = [.contentType: "application/json"]

  /// A successful response without a body.
  static let empty = Response(.ok)

  /// Returns a response with an object.
  static func json(_ object: JSONObject, _ status: HTTPResponse.Status = .ok) -> Response {
    .json(status, .object(object), headers: jsonFields)
  }

  /// Returns a successful response with an object that is already printed.
  static func printed(_ body: [UInt8]) -> Response {
    Response(.ok, headers: jsonFields, body: body)
  }

  /// Returns the response to a refused request, with code and message.
  static func print(_ fault: Fault) -> Response {
    var body = fault.details
    // The refusal of too much work is the emulator's own, so it has no code of the vendor.
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
  /// Returns the members of a JSON body, whatever its `Content-Type`; none if it is not an object
  /// (A2).
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

/// The parameters of a query string, with `%XX` and `+` decoded (A2).
struct QueryParameters: Sendable {
  private let fields: [FormField]

  /// Creates the parameters of a request.
  ///
  /// A pair with a malformed escape is not decoded.
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

  /// The first value of a name; `nil` if it is missing or empty.
  subscript(name: String) -> String? {
    guard let text = text(name), !text.isEmpty else { return nil }
    return text
  }

  /// Returns the first value of a name, which may be empty.
  func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func undecoded(_ pair: Substring.UTF8View) -> [FormField] {
    let parts = pair.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return [FormField(texts[0], texts.count > 1 ? texts[1] : "")]
  }
}

extension JSON {
  /// The value in which integers are written as such.
  ///
  /// The services read `3.0` and `3e0` as the number 3, and print it in that way (E24).
  var withWholeNumbers: JSON {
    switch self {
    case .double, .decimal: wholeNumber ?? self
    case .array(let elements): .array(elements.map(\.withWholeNumbers))
    case .object(let object): .object(object.withWholeNumbers)
    case .null, .bool, .integer, .string: self
    }
  }

  /// The integer that equals a fraction or an exponential form, if JavaScript can represent it
  /// exactly.
  private var wholeNumber: JSON? {
    guard let number, abs(number) < 9_007_199_254_740_992 else { return nil }
    return Int64(exactly: number).map(JSON.integer)
  }

  /// Returns the time of an exchange as text.
  static func now(_ moment: Moment) -> JSON {
    .string(ISODate.format(milliseconds: moment.milliseconds))
  }
}

extension JSONObject {
  /// The same members, with integers written as such.
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
