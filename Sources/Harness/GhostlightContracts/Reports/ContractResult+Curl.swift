import GhostlightCore
import GhostlightRecording
import HTTPTypes

extension ContractResult {
  /// The request as a `curl` command line for a POSIX shell; `nil` if no request was sent.
  ///
  /// If the ``address`` is `nil`, the command uses `localhost`, because the hosts in a contract are
  /// not real. The value of a secret field is read from a shell variable: `-H "Authorization:
  /// $AUTHORIZATION"`.
  public var curl: String? {
    guard let request else { return nil }
    var command = CurlCommand(request, to: address ?? "http://localhost")
    if request.authority != "localhost" { command.add("Host", request.authority) }
    for field in request.headers
    where !secretFields.contains(where: { $0.lowercased() == field.name.canonicalName }) {
      command.add(field.name.rawName, field.value)
    }
    for name in secretFields {
      let variable = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      command.add(name, fromVariable: String(variable))
    }
    return command.text(bodyBytes: Self.mostBytes)
  }

  /// The maximum size in bytes of a body that is included in the command.
  private static let mostBytes = 8000
}
