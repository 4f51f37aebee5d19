/// A limit that the design document sets for a figure.
enum Hold {
  case atLeast(Double)
  case atMost(Double)

  func isKept(by value: Double) -> Bool {
    switch self {
    case .atLeast(let least): value >= least
    case .atMost(let most): value <= most
    }
  }

  func text(_ unit: Unit) -> String {
    switch self {
    case .atLeast(let least): "≥ \(unit.text(least))"
    case .atMost(let most): "≤ \(unit.text(most))"
    }
  }
}
