extension Result {
  /// The failure, if it is one.
  var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  /// The value, if there is one.
  var value: Success? {
    guard case .success(let value) = self else { return nil }
    return value
  }
}
