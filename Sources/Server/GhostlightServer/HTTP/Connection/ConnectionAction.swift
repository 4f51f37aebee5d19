import GhostlightCore
import NIOCore

/// What ``ConnectionStateMachine`` wants to be done.
enum ConnectionAction: Hashable {
  /// Ask the responder; it is the connection's request of that number. What it says comes back by
  /// ``ConnectionStateMachine/answered(_:to:)`` or ``ConnectionStateMachine/reserve(_:isDeferred:)``.
  case ask(AssembledRequest, number: Int)
  /// Tell those who work on answers that nobody waits; where it is all of them, forget them.
  case cancelWork(isDeferredOnly: Bool)
  /// Append a whole response to the output.
  case write(Response, ReplyOptions)
  /// Append the head of a response.
  case writeHead(Response, ReplyOptions, BodyFraming)
  /// Append bytes of a body.
  case writeBytes(ArraySlice<UInt8>)
  /// Append the interim word that the body may come.
  case writeContinue
  /// Send the output.
  case flush
  /// Send the output, and say when it has gone: ``ConnectionStateMachine/didFinish(_:)``.
  case finish(Ending)
  /// Read on.
  case read
  /// Take so many bytes for the body of a request that arrives, and say how that went:
  /// ``ConnectionStateMachine/didGetRoom()``, now or later, or
  /// ``ConnectionStateMachine/didFindNoRoom()``.
  case takeRoom(bytes: Int, number: Int)
  /// Take more for a body whose length is not known; where there is none, refuse it.
  case growRoom(bytes: Int, number: Int)
  /// Give back what is held for the body of a request, and wait for no more.
  case giveRoomUp(number: Int)
  /// Call ``ConnectionStateMachine/didPause(_:)`` in a while.
  case pause(milliseconds: Int, Pause)
  /// Call ``ConnectionStateMachine/look(now:unsentBytes:)`` then, and not as said before.
  case look(at: NIODeadline)
  /// Send nothing more, and close in a while.
  case closeOutput
  /// Close.
  case close
  /// Close with a reset.
  case reset
  /// Hand the connection over to a WebSocket, after this head.
  case handOver(SessionUpgrade, Response)

  /// What a pause is for.
  enum Pause: Hashable {
    /// The next piece of a dribbling body.
    case dribble
    /// An answer that is held back.
    case answer(ticket: Int, Response)
  }
}

/// What a connection and the handlers before HTTP tell each other.
enum ConnectionEvent {
  /// To the connection: it is known by which scheme requests come.
  case scheme(String)
  /// From the connection: the socket is to be closed, without a goodbye.
  case reset
}

/// How a connection ends once everything is written.
enum Ending {
  /// We stop sending, and close when the client does, or soon.
  case orderly
  /// At once.
  case sudden
  /// With a reset.
  case reset
}
