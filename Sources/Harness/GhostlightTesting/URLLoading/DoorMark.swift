import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tells the protocol classes of doors apart.
///
/// The URL loading system is given classes, not objects, and shows them nothing else of the
/// session. So each door has a class of its own, made at run time from a mark that no other has.
protocol DoorMark {}

extension DoorMark {
  /// A mark for twice this mark's number.
  static var even: any DoorMark.Type { DoorMarks.Even<Self>.self }

  /// A mark for twice this mark's number and one.
  static var odd: any DoorMark.Type { DoorMarks.Odd<Self>.self }

  /// The class for sessions with this mark's door.
  static var protocolClass: URLProtocol.Type { GhostlightURLProtocol<Self>.self }
}
