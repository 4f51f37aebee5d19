import GhostlightCore
import GhostlightRecording
import HTTPTypes

extension ContractResult {
  /// The request as a command line of `curl`, for a POSIX shell; `nil` where none was sent.
  ///
  /// Without an address it goes to `localhost`: a contract names hosts, but leads nowhere. A field
  /// that was added with a value of its own is taken from a variable: `-H "Authorization:
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

  /// The longest body that stands in the command itself.
  private static let mostBytes = 8000
}
