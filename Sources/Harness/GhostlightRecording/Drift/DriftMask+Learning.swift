public import GhostlightCore

extension DriftMask {
  /// What differs between two responses to the same request, of two runs of the same backend.
  ///
  /// Places in arrays are generalised over the index: `$.items[0].id` becomes `$.items[*].id`. A
  /// field of the same type hides its value only, so that drift to another type still shows; a
  /// status is never hidden.
  public static func learned(
    from first: Response, _ second: Response, besides mask: DriftMask = .standard
  ) -> DriftMask {
    learned(from: [(first, second)], besides: mask)
  }

  /// What differs between the responses of two recordings of the same requests.
  public static func learned(
    from first: Recording, _ second: Recording, besides mask: DriftMask = .standard
  ) -> DriftMask {
    learned(
      from: zip(first.exchanges, second.exchanges).map { ($0.response, $1.response) },
      besides: mask)
  }

  private static func learned(
    from pairs: [(Response, Response)], besides mask: DriftMask
  ) -> DriftMask {
    var mask = mask
    // A place once hidden lets arrays align better, which shows what else differs.
    for _ in 0..<8 {
      let before = mask
      for (first, second) in pairs {
        for difference in Drift.compare(expected: first, actual: second, mask: mask) {
          mask.hide(difference)
        }
      }
      if mask == before { break }
    }
    return mask
  }

  private mutating func hide(_ difference: Difference) {
    switch difference.place {
    case .status, .exchange:
      break
    case .header(let name):
      headers.insert(name)
    case .body:
      hidesOpaqueBodies = true
    case .json(let path):
      let place = path.generalised
      let extent: Extent =
        switch difference.kind {
        case .value: .value
        case .order: .order
        default: .presence
        }
      places[place] = max(places[place] ?? .value, extent)
    }
  }
}
