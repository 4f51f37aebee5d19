import GhostlightCore
import HTTPTypes

extension RecordedExchange {
  /// The exchange with its bodies decoded, as far as that can be done.
  ///
  /// `Content-Encoding` goes with the coding, and stays in the note `_dropped`. A body that cannot
  /// be decoded keeps both, and the note `_undecoded` says of `request` or `response` why.
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

  /// The exchange with its bodies decoded, each up to the standard limit.
  package var withDecodedBodies: RecordedExchange {
    var decoder = ContentDecoder()
    return decodingBodies(with: &decoder)
  }
}

extension Recording {
  /// The recording with all bodies decoded, as far as that can be done.
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

/// What became of a body that may be coded.
enum BodyDecoding {
  /// It was not coded.
  case plain
  /// It is no longer; the field that said so is gone.
  case decoded(HTTPField)
  /// It still is.
  case undecodable(ContentDecodingError)
}

extension Request {
  var hasCodedBody: Bool { !body.isEmpty && headers.contains(.contentEncoding) }

  /// Whether the body is coded still, so that nobody sees what is in it.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Takes the content codings off the body.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    var fields = headers
    defer { headers = fields }
    return fields.decode(&body, with: &decoder)
  }

  /// The request with its body decoded, if that can be done.
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

  /// Whether the body is coded still, so that nobody sees what is in it.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Takes the content codings off the body.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    headers.decode(&body, with: &decoder)
  }

  /// The response with its body decoded, if that can be done.
  var withDecodedBody: Response {
    guard hasCodedBody else { return self }
    var response = self
    var decoder = ContentDecoder()
    _ = response.decodeBody(with: &decoder)
    return response
  }
}

extension HTTPFields {
  /// Takes the content codings that the fields name off a body, and the fields with them.
  ///
  /// A body that is text and not of its coding was decoded before, or never coded.
  mutating func decode(_ body: inout [UInt8], with decoder: inout ContentDecoder) -> BodyDecoding {
    guard !body.isEmpty, let codings = self[.contentEncoding],
      !ContentDecoder.names(codings).isEmpty
    else { return .plain }
    let field = HTTPField(name: .contentEncoding, value: codings)
    do throws(ContentDecodingError) {
      let decoded = try decoder.decode(body, codings)
      correctLength(from: body.count, to: decoded.count)
      body = decoded
    } catch {
      return String(validating: body, as: UTF8.self) == nil ? .undecodable(error) : .plain
    }
    self[.contentEncoding] = nil
    return .decoded(field)
  }
}
