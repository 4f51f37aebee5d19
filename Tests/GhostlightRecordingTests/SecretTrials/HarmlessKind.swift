/// A kind of harmless text, together with the part of an exchange that contains it.
///
/// Such a text does not reveal a secret, and replacing it would damage the recording.
struct HarmlessKind: Sendable {
  /// An exchange, and the text in it that redaction must leave unchanged.
  typealias Placed = (exchange: TrialExchange, text: String)

  let kind: String
  let place: @Sendable (inout TrialRandom) -> Placed

  /// Creates a kind whose text is a member of a JSON body, such as `"state":"draft"`.
  static func json(_ kind: String, _ member: @escaping @Sendable (inout TrialRandom) -> String)
    -> HarmlessKind
  {
    HarmlessKind(kind: kind + " × JSON body") { random in
      let text = member(&random)
      let body = TrialBody("application/json", "{\"id\":\(random.below(9_999)),\(text)}")
      return (TrialExchange(carrying: body, &random), text)
    }
  }

  /// Creates a kind whose text is the whole value of a header field.
  static func header(
    _ field: String, inRequest: Bool = false,
    _ value: @escaping @Sendable (inout TrialRandom) -> String
  ) -> HarmlessKind {
    HarmlessKind(kind: "\(field) × header") { random in
      let text = value(&random)
      var exchange = TrialExchange(get: random.url())
      if inRequest {
        exchange.requestHeaders.append(TrialField(field, text))
      } else {
        exchange.responseHeaders.append(TrialField(field, text))
      }
      return (exchange, text)
    }
  }

  /// Creates a kind whose text is a request's path, with or without a query.
  static func target(_ kind: String, _ target: @escaping @Sendable (inout TrialRandom) -> String)
    -> HarmlessKind
  {
    HarmlessKind(kind: kind + " × request URL") { random in
      let text = target(&random)
      return (TrialExchange(get: random.origin() + text), text)
    }
  }

  /// Creates a kind whose text is the body of a response, between `before` and `after`.
  static func page(
    _ kind: String, _ type: String, before: String = "", after: String = "",
    _ text: @escaping @Sendable (inout TrialRandom) -> String
  ) -> HarmlessKind {
    HarmlessKind(kind: kind + " × " + type) { random in
      let text = text(&random)
      var exchange = TrialExchange(get: random.url())
      exchange.respond(TrialBody(type, before + text + after))
      return (exchange, text)
    }
  }

  /// Creates a kind whose text is a request's form body.
  static func form(_ kind: String, _ text: @escaping @Sendable (inout TrialRandom) -> String)
    -> HarmlessKind
  {
    HarmlessKind(kind: kind + " × form body") { random in
      let text = text(&random)
      let body = TrialBody("application/x-www-form-urlencoded", text)
      return (TrialExchange(post: body, to: random.url()), text)
    }
  }
}
