/// A structure and the part of an exchange that holds it, such as an object in a JSON body.
struct TrialCarrier: Sendable {
  typealias Text = @Sendable (inout TrialRandom, _ name: String, _ value: String) -> String

  /// The characters that a value may have in a carrier.
  enum Values: Sendable {
    /// A number.
    case digits
    /// Letters, digits and the marks of tokens, without encoding.
    case tokens
    /// One line, which the carrier encodes.
    case line
    /// Any text, also of several lines.
    case lines
  }

  let kind: String
  let values: Values
  var needsName = true
  let exchange: @Sendable (inout TrialRandom, _ name: String, _ value: String) -> TrialExchange

  static let all = json + xml + html + lines + urls + headers + forms

  /// Creates a carrier that is the body of a request or a response.
  static func body(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      let body = TrialBody(mimeType, text(&random, name, value))
      return TrialExchange(carrying: body, &random)
    }
  }

  /// Creates a carrier that is the body of a response.
  static func page(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      exchange.respond(TrialBody(mimeType, text(&random, name, value)))
      return exchange
    }
  }

  /// Creates a carrier that is the body of a request.
  static func sent(
    _ kind: String, _ mimeType: String, _ values: Values = .lines, _ text: @escaping Text
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: values) { random, name, value in
      TrialExchange(post: TrialBody(mimeType, text(&random, name, value)), to: random.url())
    }
  }

  /// Returns whether a value fits into the carrier, encoded if the carrier does that.
  func fits(isPlain: Bool, hasLines: Bool) -> Bool {
    switch values {
    case .digits: false
    case .tokens: isPlain && !hasLines
    case .line: !hasLines
    case .lines: true
    }
  }
}
