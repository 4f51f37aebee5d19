/// What is done with secrets where they are found.
protocol SecretSink {
  /// What is to stand in place of the secret; the same value where it may stay.
  mutating func replacement(for sighting: SecretSighting) -> String
}
