/// What a connection and the handlers before HTTP tell each other.
enum ConnectionEvent {
  /// To the connection: it is known by which scheme requests come.
  case scheme(String)
  /// From the connection: the socket is to be closed, without a goodbye.
  case reset
}
