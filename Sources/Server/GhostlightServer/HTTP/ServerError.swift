/// Why a server did not start.
public enum ServerError: Error, Sendable, Hashable {
  /// Somebody else listens there.
  case portTaken(name: String, host: String, port: Int)
  /// The address cannot be bound for another reason.
  case cannotListen(name: String, host: String, port: Int, reason: String)
}

extension ServerError: CustomStringConvertible {
  /// What went wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .portTaken(let name, let host, let port):
      "\(name): port \(port) on \(host) is taken. Stop what listens there, or choose another "
        + "port (0 takes any free one)."
    case .cannotListen(let name, let host, let port, let reason):
      "\(name): cannot listen on \(host), port \(port): \(reason). Choose an address of this "
        + "machine, such as 127.0.0.1, and a port from 1024 to 65535, or 0 for any free one."
    }
  }
}
