@testable import EGF2Emulator
import HTTPTypes

extension GraphRouteRow {
  static let search: [GraphRouteRow] = [
    GraphRouteRow("Search", mark(.get, "/v1/search?object=user&q=mark&fields=name.given"))
  ]
}
