/// The elements of header fields that are lists.
///
/// - Source: the reference implementation in Rust, which takes all fields but a few as lists.
enum HeaderValues {
  /// The elements of the values in order, without spaces around them.
  static func split(_ values: [String], of name: String) -> [String] {
    guard !single.contains(name.lowercased()) else { return values }
    return values.flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map { element in
        element.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
    }
  }

  private static let single: Set<String> = [
    "date", "accept-datetime", "if-modified-since", "if-unmodified-since", "expires",
    "retry-after", "last-modified", "set-cookie", "user-agent",
  ]
}
