/// A structure with a name and a value, and its place in an exchange, such as a JSON body's object.
struct TrialCarrier: Sendable {
  typealias Text = @Sendable (inout TrialRandom, _ name: String, _ value: String) -> String

  /// The values that a carrier can contain.
  enum Values: Sendable {
    /// Only numbers.
    case digits
    /// Only letters, digits and token characters, which the carrier does not encode.
    case tokens
    /// Any string on one line; the carrier encodes it.
    case line
    /// Any string, also with several lines.
    case lines
  }

  let kind: String
  let values: Values
  var needsName = true
  let exchange: @Sendable (inout TrialRandom, _ name: String, _ value: String) -> TrialExchange

  static let all = json + xml + html + lines + urls + headers + forms

  /// Creates a carrier whose structure is the body of a request or response, by chance.
  static func body(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      let body = TrialBody(mimeType, text(&random, name, value))
      return TrialExchange(carrying: body, &random)
    }
  }

  /// Creates a carrier whose structure is the body of a response.
  static func page(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      exchange.respond(TrialBody(mimeType, text(&random, name, value)))
      return exchange
    }
  }

  /// Creates a carrier whose structure is the body of a request.
  static func sent(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      TrialExchange(post: TrialBody(mimeType, text(&random, name, value)), to: random.url())
    }
  }

  /// Returns whether the carrier can contain a value with these properties.
  func fits(isPlain: Bool, hasLines: Bool) -> Bool {
    switch values {
    case .digits: false
    case .tokens: isPlain && !hasLines
    case .line: !hasLines
    case .lines: true
    }
  }
}
