/// Why a URL cannot be an upstream.
public enum UpstreamProblem: Error, Sendable, Hashable {
  /// The text is no `http` or `https` URL, or has a user, a query or a fragment.
  case badURL(String)
  /// The file with the certificates to trust cannot be used.
  case badTrust(path: String, reason: String)
}

extension UpstreamProblem: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .badURL(let text):
      "\"\(text)\" is no upstream such as https://api.example.com or http://127.0.0.1:8080"
    case .badTrust(let path, let reason):
      "cannot trust \(path): \(reason); give a file with certificates in PEM form"
    }
  }
}
