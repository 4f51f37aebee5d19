import GhostlightCore
import HTTPTypes
import TestSupport

/// A secret that an exchange contains twice: at one of twelve places of the request, and in the
/// response.
struct PlantedSecret: Sendable {
  /// The secret's number, from 0; it determines the place and the value.
  let number: Int
  let value: String

  /// The number of different places in which secrets are planted.
  static let places = 12

  init(_ number: Int) {
    self.number = number
    var random = SeededNumbers(seed: UInt64(number + 1))
    let letters = Array(
      number % 3 == 0
        ? "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789+/=!| é\"\\"
        : "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    value =
      String((0..<(14 + number % 20)).map { _ in letters.randomElement(using: &random) ?? "x" })
      + "\(number)z"
  }

  /// All spellings of the secret that a redacted file must not contain.
  ///
  /// These are the secret itself, and its escaped forms in JSON, URLs, forms and base64.
  var spellings: [String] {
    let json = String(JSON.string(value).text().dropFirst().dropLast())
    let twice = String(JSON.string(json).text().dropFirst().dropLast())
    return [
      value, json, twice, PercentEncoding.encode(value), Base64.text(value),
      String(decoding: FormURLEncoding.encode([FormField("a", value)]).dropFirst(2), as: UTF8.self),
    ]
  }

  /// A request that contains the secret; `number` determines the place.
  var request: Request {
    var request = Request(.post, RequestTarget("/planted/\(number)"))
    let encoded = PercentEncoding.encode(value)
    switch number % Self.places {
    case 0: request.authority = "user:\(encoded)@localhost"
    case 1: request.target = RequestTarget("/planted/\(number)?a=b&access_token=\(encoded)")
    case 2:
      let inner = PercentEncoding.encode("https://h/x?token=\(encoded)&y")
      request.target = RequestTarget("/planted/\(number)?next=\(inner)")
    case 3: request.headers[.authorization] = "Bearer \(headerValue)"
    case 4: request.headers[.authorization] = "Basic \(Base64.text("jack:\(value)"))"
    case 5: request.headers[.appSecret] = headerValue
    case 6: request.headers[.cookie] = "theme=dark; anything=\(encoded)"
    case 7:
      return .form(.post, request.target, [FormField("a", "b"), FormField("password", value)])
    case 8: return .json(.post, request.target, ["a": [["client_secret": .string(value)]]])
    case 9:
      let inner: JSON = ["session_id": .string(value), "n": 1]
      return .json(
        .post, request.target,
        ["state": .string(Base64.text(inner.text())), "log": .string(inner.text())])
    case 10:
      request.headers[.contentType] = "multipart/form-data; boundary=XyZ"
      request.body = Array(
        "--XyZ\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n\(value)\r\n--XyZ--".utf8)
    default:
      request.headers[.contentType] = "text/plain"
      request.body = Array("connect with password=\(encoded); then go".utf8)
    }
    return request
  }

  /// A response whose body repeats the secret without a name next to it.
  var response: Response {
    let spelled = spellings[number % spellings.count]
    var response = Response(.ok, body: Array("number \(number): <\(spelled)>".utf8))
    response.headers[.contentType] = "text/plain"
    return response
  }

  private var headerValue: String { value }
}
