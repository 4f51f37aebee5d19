import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// As many types as there are numbers, digit by digit.
enum DoorMarks {
  enum First: DoorMark {}
  enum Even<Rest: DoorMark>: DoorMark {}
  enum Odd<Rest: DoorMark>: DoorMark {}

  /// The class for sessions with the door of a number.
  static func protocolClass(_ number: Int) -> URLProtocol.Type {
    var mark: any DoorMark.Type = First.self
    var rest = number
    while rest > 0 {
      mark = rest.isMultiple(of: 2) ? mark.even : mark.odd
      rest /= 2
    }
    return mark.protocolClass
  }
}
