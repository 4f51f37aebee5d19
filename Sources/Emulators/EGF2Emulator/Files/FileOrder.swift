/// What somebody asks of the file service: a place for a file of theirs (A12).
struct FileOrder: Sendable, Hashable {
  let contentType: String
  let title: String?
  /// The kind of image, which says what sizes it is wanted in.
  let kind: String?
  /// Scheme and host that the addresses begin with.
  let base: String
}
