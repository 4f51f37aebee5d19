/// An end of a range of values.
package enum IndexBound: Sendable, Equatable {
  /// The end belongs to the range.
  case including(IndexValue)
  /// The end does not belong to the range.
  case excluding(IndexValue)

  /// The value at the end.
  package var value: IndexValue {
    switch self {
    case .including(let value), .excluding(let value): value
    }
  }

  /// The place before the first entry of a range that starts here.
  var start: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .min)
    case .excluding(let value): IndexPosition(value: value, sequence: .max)
    }
  }

  /// The place after the last entry of a range that ends here.
  var end: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .max)
    case .excluding(let value): IndexPosition(value: value, sequence: .min)
    }
  }
}
