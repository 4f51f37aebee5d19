@testable import EGF2Emulator
import HTTPTypes

extension GraphRouteRow {
  static let events: [GraphRouteRow] = [
    GraphRouteRow("Listen", mark(.get, "/v1/listen"))
  ]
}
