/// A kind of harmless texts.
///
/// They do not reveal a secret, and to replace one damages the recording.
struct HarmlessKind: Sendable {
  /// An exchange and the part of it that must be unchanged.
  typealias Placed = (exchange: TrialExchange, text: String)

  let kind: String
  let place: @Sendable (inout TrialRandom) -> Placed

  /// Creates a kind whose text is a member of a JSON object: `"state":"draft"`.
  static func json(_ kind: String, _ member: @escaping @Sendable (inout TrialRandom) -> String)
    -> HarmlessKind
  {
    HarmlessKind(kind: kind + " × JSON body") { random in
      let text = member(&random)
      let body = TrialBody("application/json", "{\"id\":\(random.below(9_999)),\(text)}")
      return (TrialExchange(carrying: body, &random), text)
    }
  }

  /// Creates a kind whose text is a header field's whole value.
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

  /// Creates a kind whose text is a path, or a path with a query, of a request.
  static func target(_ kind: String, _ target: @escaping @Sendable (inout TrialRandom) -> String)
    -> HarmlessKind
  {
    HarmlessKind(kind: kind + " × request URL") { random in
      let text = target(&random)
      return (TrialExchange(get: random.origin() + text), text)
    }
  }

  /// Creates a kind whose text is the body of a response, or a part of it.
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

  /// Creates a kind whose text is the form body of a request.
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
