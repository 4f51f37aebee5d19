import GhostlightCore
import HTTPTypes

extension RecordedExchange {
  /// Returns the exchange with its bodies decoded, as far as possible.
  ///
  /// A decoded body loses its `Content-Encoding` field, which is kept in the note `_dropped`. A
  /// body that cannot be decoded keeps its coding and its field. The note `_undecoded` then has the
  /// reason under `request` or `response`.
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

  /// The exchange with its bodies decoded as far as possible, within the default limits.
  package var withDecodedBodies: RecordedExchange {
    var decoder = ContentDecoder()
    return decodingBodies(with: &decoder)
  }
}

extension Recording {
  /// The recording with all bodies decoded as far as possible, within the default limits.
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
  /// The body was not coded.
  case plain
  /// The body was decoded, and this `Content-Encoding` field was removed.
  case decoded(HTTPField)
  /// The body is still coded.
  case undecodable(ContentDecodingError)
}

extension Request {
  var hasCodedBody: Bool { !body.isEmpty && headers.contains(.contentEncoding) }

  /// Whether the body is still coded and binary, so that its content cannot be searched.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Removes the content codings of the body, and the fields that name them.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    var fields = headers
    defer { headers = fields }
    return fields.decode(&body, with: &decoder)
  }

  /// The request with its body decoded, if that is possible.
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

  /// Whether the body is still coded and binary, so that its content cannot be searched.
  var isUnreadable: Bool { hasCodedBody && String(validating: body, as: UTF8.self) == nil }

  /// Removes the content codings of the body, and the fields that name them.
  mutating func decodeBody(with decoder: inout ContentDecoder) -> BodyDecoding {
    headers.decode(&body, with: &decoder)
  }

  /// The response with its body decoded, if that is possible.
  var withDecodedBody: Response {
    guard hasCodedBody else { return self }
    var response = self
    var decoder = ContentDecoder()
    _ = response.decodeBody(with: &decoder)
    return response
  }
}

extension HTTPFields {
  /// Removes the content codings that the fields name from a body, and then these fields.
  ///
  /// If decoding fails and the body is UTF-8 text, it was decoded earlier or never coded, and
  /// counts as plain.
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
