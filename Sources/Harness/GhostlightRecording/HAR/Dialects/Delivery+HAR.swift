import GhostlightCore

/// The member `_delivery` of a response.
extension Delivery {
  /// The delivery as JSON; `nil` for the ordinary one.
  var har: JSON? {
    switch self {
    case .whole: nil
    case .reset: "reset"
    case .empty: "empty"
    case .malformedChunk: "malformedChunk"
    case .truncated(let bytes): ["truncated": .integer(Int64(bytes))]
    case .dribble(let bytes, let pause):
      ["dribble": .integer(Int64(bytes)), "pauseMilliseconds": .integer(Int64(pause))]
    }
  }

  /// Reads the member; without one the delivery is the ordinary one.
  ///
  /// - Throws: ``HARProblem`` for anything that ``har`` does not write.
  init(har json: JSON?) throws(HARProblem) {
    switch json {
    case nil, .null?: self = .whole
    case "reset"?: self = .reset
    case "empty"?: self = .empty
    case "malformedChunk"?: self = .malformedChunk
    default:
      if let bytes = json?["truncated"].flatMap(HARNumber.readInteger), bytes >= 0 {
        self = .truncated(bytes: bytes)
      } else if let bytes = json?["dribble"].flatMap(HARNumber.readInteger), bytes > 0,
        let pause = json?["pauseMilliseconds"].flatMap(HARNumber.readInteger), pause >= 0
      {
        self = .dribble(bytes: bytes, pauseMilliseconds: pause)
      } else {
        throw HARProblem(
          at: "_delivery",
          #"is unknown; use "reset", "empty", "malformedChunk", {"truncated": bytes}, "#
            + #"{"dribble": bytes, "pauseMilliseconds": pause}, or remove it"#)
      }
    }
  }
}
