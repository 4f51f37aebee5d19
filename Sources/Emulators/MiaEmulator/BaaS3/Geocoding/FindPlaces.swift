import GhostlightCore
import GhostlightEmulation

/// The free path that the guide shows: `geocoding/geo` (B9).
extension MiaBackend {
  /// By `address`, case aside, or what is nearest to `lat` and `lng`.
  static func findPlaces(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let items = call.request.target.queryItems else { throw .baasBadPlace }
    if let address = items.first(where: { $0.name == "address" })?.value {
      let found = Place.all.first { $0.address.lowercased() == address.lowercased() }
      return BaaSEnvelope.json(.array(found.map { [$0.answer(as: address)] } ?? []))
    }
    guard let latitude = degrees("lat", items, 90), let longitude = degrees("lng", items, 180)
    else { throw .baasBadPlace }
    let ring = NearSphere(longitude: longitude, latitude: latitude)
    let nearest = Place.all.min { left, right in
      (ring.distance(to: left.location) ?? 0) < (ring.distance(to: right.location) ?? 0)
    }
    return BaaSEnvelope.json(.array(nearest.map { [$0.answer(as: $0.address)] } ?? []))
  }

  private static func degrees(_ name: String, _ items: [QueryItem], _ bound: Double) -> Double? {
    guard let text = items.first(where: { $0.name == name })?.value, let number = Double(text),
      abs(number) <= bound
    else { return nil }
    return number
  }
}
