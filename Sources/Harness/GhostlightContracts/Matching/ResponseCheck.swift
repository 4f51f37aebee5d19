import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// Compares a response with the response that an interaction promises, by Pact's own rules.
struct ResponseCheck {
  let promise: PactResponse
  let response: Response

  var failures: [ContractFailure] { status + headers + body }

  private var status: [ContractFailure] {
    let code = response.status.code
    let matchers = promise.rules[.status].flatMap(\.matchers)
    guard !matchers.isEmpty else {
      guard code != promise.status else { return [] }
      return [ContractFailure(at: "status", expected: "\(promise.status)", actual: "\(code)")]
    }
    return JSONComparison.failures(
      promise.rules[.status], expected: JSON(count: promise.status), actual: JSON(count: code)
    ).map { ContractFailure(at: "status", expected: $0.expected, actual: $0.actual) }
  }

  private var headers: [ContractFailure] {
    promise.headers.flatMap { field -> [ContractFailure] in
      guard let name = HTTPField.Name(field.name) else { return [] }
      let place = "header \(field.name)"
      let actual = response.headers[values: name]
      guard !actual.isEmpty else { return [ContractFailure(at: place, of: field.values, [])] }
      return HeaderComparison.failures(field, actual, promise.rules[.header], at: place)
    }
  }

  private var body: [ContractFailure] {
    guard let wanted = promise.body?.decoded(promise.headers) else { return [] }
    let type = response.headers[.contentType]
    let isRuled = promise.rules[.header].contains { $0.place.isAbout("Content-Type") }
    if !isRuled, let failure = wanted.failure(ofType: type) { return [failure] }
    return BodyComparison(rules: promise.rules[.body], admitsMore: true)
      .failures(of: response.body, wanted, type: type)
  }
}

extension Response {
  /// Removes the content codings of the body; returns the failure if they cannot be removed.
  mutating func decodeBody() -> ContractFailure? {
    guard !body.isEmpty, let codings = headers[.contentEncoding] else { return nil }
    var decoder = ContentDecoder()
    do throws(ContentDecodingError) {
      body = try decoder.decode(body, codings)
      return nil
    } catch {
      return ContractFailure(
        at: "body", expected: "a body that can be decoded", actual: "a body that \(error)")
    }
  }
}

extension Request {
  /// The maximum size of a decoded body, in bytes.
  private static let mostDecoded = 16 << 20

  /// The request with a body from which its content codings are removed; unchanged if they cannot
  /// be removed.
  var withPlainBody: Request {
    guard !body.isEmpty, let codings = headers[.contentEncoding] else { return self }
    var decoder = ContentDecoder(limit: Self.mostDecoded)
    guard let plain = try? decoder.decode(body, codings) else { return self }
    var request = self
    request.body = plain
    return request
  }
}

extension PactBody {
  /// Returns the body without the content codings that the header fields of the contract name.
  func decoded(_ fields: [PactField]) -> PactBody {
    guard case .bytes(let bytes, let type) = self,
      let field = fields.first(where: { $0.name.lowercased() == "content-encoding" })
    else { return self }
    var decoder = ContentDecoder()
    let plain = try? decoder.decode(bytes, field.values.joined(separator: ","))
    return .bytes(plain ?? bytes, contentType: type)
  }
}

extension PactPath {
  /// Returns whether the first step of the path is the member `name`, ignoring case.
  func isAbout(_ name: String) -> Bool {
    guard case .member(let own)? = steps.first else { return false }
    return own.lowercased() == name.lowercased()
  }
}

/// A difference between a response and the promised response.
///
/// A ``ContractReport`` has failures for each interaction that was not kept. All three strings are
/// for a reader; long values are shortened.
public struct ContractFailure: Sendable, Hashable {
  /// The part of the response: `status`, `header Content-Type`, `$.notes[1].title`, or `run`.
  public var place: String
  /// The promised value, in words or as JSON.
  public var expected: String
  /// The value that the response has instead, in words or as JSON.
  public var actual: String

  /// Creates a failure from a place, the promised value and the actual value.
  public init(at place: String, expected: String, actual: String) {
    self.place = place
    self.expected = expected
    self.actual = actual
  }
}

extension ContractFailure {
  /// Creates a failure of a whole body.
  init(expected: String, body: [UInt8]) {
    self.init(at: "body", expected: expected, actual: Self.short(body))
  }

  /// Returns a body for a reader, at most 400 bytes of it.
  static func short(_ body: [UInt8]) -> String {
    guard !body.isEmpty else { return "nothing" }
    let text = String(decoding: body.prefix(400), as: UTF8.self)
    return body.count <= 400 ? text : text + "…"
  }
}
