import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// Creates the request and the response of an interaction.
extension SampleGroup {
  /// Header fields that the client's library, a proxy or a browser adds.
  private static let incidental: Set<String> = [
    "host", "user-agent", "accept-encoding", "accept-language", "connection", "content-length",
    "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "expect", "date", "cookie",
    "cookie2", "origin", "referer", "via", "forwarded", "dnt", "pragma", "cache-control",
    "traceparent", "tracestate", "priority", "x-requested-with", "upgrade-insecure-requests",
  ]
  private static let incidentalPrefixes = [
    "sec-", "proxy-", "x-forwarded-", "x-ghostlight-", "cf-", "x-amzn-",
  ]

  /// Returns the request of the first sample, with the fills applied.
  func request(_ fills: inout ContractFills, _ inference: inout SampleInference) -> PactRequest {
    let recorded = samples[0].exchange.request
    var request = PactRequest(method: recorded.method.rawValue, path: recorded.target.rawPath)
    if let fill = fills.use({ $0 == "path" }) {
      inference.record("request path", fill.value, "filled in")
      inference.replaced.replacePath(recorded.target.rawPath, with: fill)
      if let generator = fill.generator() {
        request.generators[.path] = [PactGenerated(.root, generator)]
      } else {
        request.path = fill.value
      }
    }
    for item in recorded.target.spacedQueryItems ?? [] {
      let values = item.value.map { [$0] } ?? []
      add(PactField(item.name, values), .query, to: &request, &fills, &inference)
    }
    for field in recorded.headers where !Self.isIncidental(field.name.canonicalName) {
      add(
        PactField(field.name.rawName, [field.value]), .header, to: &request, &fills, &inference)
    }
    if !recorded.body.isEmpty { setBody(of: recorded, in: &request, &fills, &inference) }
    return request
  }

  private static func isIncidental(_ name: String) -> Bool {
    incidental.contains(name) || incidentalPrefixes.contains { name.hasPrefix($0) }
  }

  private func add(
    _ field: PactField, _ part: PactPart, to request: inout PactRequest,
    _ fills: inout ContractFills, _ inference: inout SampleInference
  ) {
    var field = field
    if let fill = fills.use({ $0.lowercased() == field.name.lowercased() }) {
      inference.record("request \(field.name)", fill.value, "filled in")
      for value in field.values { inference.replaced.replace(value, with: fill) }
      if let generator = fill.generator() {
        request.generators[part].append(PactGenerated(PactPath([.member(field.name)]), generator))
      } else {
        field.values = [fill.value]
      }
    } else if field.values.contains(where: TextShape.isRedacted) {
      inference.record(
        "request \(field.name)", "left out",
        "because it is a secret: give it with --fill '\(field.name)=…' or as a state's value, ${NAME}"
      )
      return
    }
    let list = part == .query ? \PactRequest.query : \PactRequest.headers
    if let known = request[keyPath: list].firstIndex(where: { $0.name == field.name }) {
      request[keyPath: list][known].values += field.values
    } else {
      request[keyPath: list].append(field)
    }
  }

  private func setBody(
    of recorded: Request, in request: inout PactRequest, _ fills: inout ContractFills,
    _ inference: inout SampleInference
  ) {
    let field = recorded.headers[.contentType]
    let type = field.map(MediaType.init)
    let text = String(validating: recorded.body, as: UTF8.self)
    let json: JSON?
    do throws(JSONError) { json = try JSON.parse(recorded.body) } catch { json = nil }
    var filled: [PactGenerated] = []
    if var object = json?.object, type?.isJSON != false {
      for name in object.keys {
        guard let fill = fills.use({ $0 == name }) else { continue }
        let value = object[name] ?? ""
        inference.record("request $.\(name)", fill.value, "filled in")
        inference.replaced.replace(value.plainText, with: fill)
        guard let generator = fill.generator(for: value) else {
          object[name] = fill.json(for: value)
          continue
        }
        filled.append(PactGenerated(PactPath([.member(name)]), generator))
      }
      request.body = .json(.object(object), contentType: field ?? "application/json")
    } else if let json, type?.isJSON != false {
      request.body = .json(json, contentType: field ?? "application/json")
    } else if var form = text.flatMap({ FormURLEncoding.parse($0) }),
      type?.name == "application/x-www-form-urlencoded"
    {
      for index in form.indices {
        guard let fill = fills.use({ $0 == form[index].name }) else { continue }
        inference.record("request \(form[index].name)", fill.value, "filled in")
        inference.replaced.replace(form[index].value, with: fill)
        guard let generator = fill.generator() else {
          form[index].value = fill.value
          continue
        }
        let place = PactPath([.member(form[index].name), .element(0)])
        filled.append(PactGenerated(place, generator))
      }
      request.body = .text(
        String(decoding: FormURLEncoding.encode(form), as: UTF8.self), contentType: field)
    } else if let text {
      request.body = .text(text, contentType: field)
    } else {
      request.body = .bytes(recorded.body, contentType: field)
    }
    request.generators[.body] = filled
    let content = String(decoding: request.body?.content ?? [], as: UTF8.self)
    if filled.isEmpty, TextShape.isRedacted(content) {
      inference.record(
        "request body", "as recorded", "but it contains a secret: give it with --fill 'NAME=…'")
    }
  }

  /// Returns a response that promises everything that the responses of all samples have in common.
  func response(_ inference: inout SampleInference) -> PactResponse {
    let responses = samples.map(\.exchange.response)
    var response = PactResponse(status: responses[0].status.code)
    for name in [HTTPField.Name.contentType, .location] {
      let values = responses.compactMap { $0.headers[name] }
      guard values.count == responses.count else { continue }
      let observed = values.enumerated().map {
        SampleInference.Observed(sample: $0.offset, value: .string($0.element))
      }
      let place = PactPath([.member(name.canonicalName)])
      guard
        Set(values).count > 1
          || name == .location || values.contains(where: TextShape.isRedacted)
      else {
        response.headers.append(PactField(name.rawName, [values[0]]))
        continue
      }
      guard let example = inference.example(of: observed, at: place) else { continue }
      let lowered = LoweredExample(example, at: PactPath([.member(name.rawName)]))
      response.headers.append(PactField(name.rawName, [lowered.value.plainText]))
      response.rules[.header] += lowered.rules
    }
    setBody(of: responses, &response, &inference)
    return response
  }

  private func setBody(
    of responses: [Response], _ response: inout PactResponse, _ inference: inout SampleInference
  ) {
    if responses.allSatisfy(\.body.isEmpty) {
      // A client's library does not read the body of a `HEAD` response, so an empty body is not
      // promised.
      response.body = samples[0].exchange.request.method == .head ? nil : .empty
      return
    }
    let type = responses[0].headers[.contentType]
    let values = responses.enumerated().compactMap { index, response in
      response.json.map { SampleInference.Observed(sample: index, value: $0) }
    }
    if values.count == responses.count {
      guard let example = inference.example(of: values) else { return }
      let lowered = LoweredExample(example)
      response.body = .json(lowered.value, contentType: type ?? "application/json")
      response.rules[.body] = lowered.rules
      return
    }
    guard responses.allSatisfy({ $0.body == responses[0].body }),
      let text = String(validating: responses[0].body, as: UTF8.self),
      !TextShape.isRedacted(text)
    else {
      return inference.record("body", "left out", "because it differs and is not JSON")
    }
    response.body = .text(text, contentType: type)
  }
}
