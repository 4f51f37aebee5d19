import GhostlightCore
import HTTPTypes

extension RecordedExchange {
  /// Returns the exchange with the content codings of both bodies removed, as far as possible.
  ///
  /// When a body is decoded, its `Content-Encoding` field moves to the note `_dropped`. A body that
  /// cannot be decoded keeps its coding and the field. The note `_undecoded` then has the reason,
  /// under the key `request` or `response`.
  package func decodingBodies(with decoder: inout ContentDecoder) -> RecordedExchange {
    guard request.hasCodedBody || response.hasCodedBody else { return self }
    var exchange = self
    var dropped = exchange.notes["_dropped"]?.object ?? [:]
    var undecoded: JSONObject = [:]
    let sides = [
      ("request", exchange.request.decodeBody(with: &decoder)),
      ("response", exchange.response.decodeBody(with: &decoder)),
    ]
    for (side, outcome) in sides {
      switch outcome {
      case .plain: continue
      case .decoded(let field):
        let header = JSON.object(HARHeader(field).json)
        dropped[side] = .array((dropped[side]?.array ?? []) + [header])
      case .undecodable(let error): undecoded[side] = .string("\(error)")
      }
    }
    if !dropped.isEmpty { exchange.notes["_dropped"] = .object(dropped) }
    exchange.notes["_undecoded"] = undecoded.isEmpty ? nil : .object(undecoded)
    return exchange
  }

  /// The exchange with decoded bodies; a body that cannot be decoded stays coded.
  package var withDecodedBodies: RecordedExchange {
    var decoder = ContentDecoder()
    return decodingBodies(with: &decoder)
  }
}

extension Recording {
  /// The recording with decoded bodies; a body that cannot be decoded stays coded.
  package var withDecodedBodies: Recording {
    var decoder = ContentDecoder()
    var recording = self
    for position in recording.exchanges.indices {
      recording.exchanges[position] =
        recording.exchanges[position].decodingBodies(with: &decoder)
    }
    return recording
  }
}

/// The result of decoding a body.
enum BodyDecoding {
  /// The body had no content coding, or was already decoded.
  case plain
  /// The body was decoded, and its `Content-Encoding` field, given here, was removed.
  case decoded(HTTPField)
  /// The body could not be decoded and is unchanged.
  case undecodable(ContentDecodingError)
}

extension Request {
  var hasCodedBody: Bool { !body.isEmpty && headers.contains(.contentEncoding) }

  /// Whether the body is still coded and binary, so that it cannot be searched for secrets.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Decodes the body and removes its `Content-Encoding` field.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    var fields = headers
    defer { headers = fields }
    return fields.decode(&body, with: &decoder)
  }

  /// The request with its body decoded; unchanged if the body cannot be decoded.
  var withDecodedBody: Request {
    guard hasCodedBody else { return self }
    var request = self
    var decoder = ContentDecoder()
    _ = request.decodeBody(with: &decoder)
    return request
  }
}

extension Response {
  var hasCodedBody: Bool { !body.isEmpty && headers.contains(.contentEncoding) }

  /// Whether the body is still coded and binary, so that it cannot be searched for secrets.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Decodes the body and removes its `Content-Encoding` field.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    headers.decode(&body, with: &decoder)
  }

  /// The response with its body decoded; unchanged if the body cannot be decoded.
  var withDecodedBody: Response {
    guard hasCodedBody else { return self }
    var response = self
    var decoder = ContentDecoder()
    _ = response.decodeBody(with: &decoder)
    return response
  }
}

extension HTTPFields {
  /// Decodes a body as `Content-Encoding` says, and removes that field.
  ///
  /// If decoding fails and the body is valid UTF-8, the body was decoded earlier or never coded,
  /// and the result is `plain`.
  mutating func decode(_ body: inout [UInt8], with decoder: inout ContentDecoder) -> BodyDecoding {
    guard !body.isEmpty, let codings = self[.contentEncoding],
      !ContentDecoder.names(codings).isEmpty
    else { return .plain }
    let field = HTTPField(name: .contentEncoding, value: codings)
    do throws(ContentDecodingError) {
      let decoded = try decoder.decode(body, codings)
      correct(forBody: decoded, insteadOf: body)
      body = decoded
    } catch {
      return String(validating: body, as: UTF8.self) == nil ? .undecodable(error) : .plain
    }
    self[.contentEncoding] = nil
    return .decoded(field)
  }
}
