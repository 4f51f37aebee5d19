import Foundation

extension PendingCall where Value == Finding {
  /// Starts a call that ends with somebody logged in, and tells `true`.
  ///
  /// With an answer that has no token it tells `false` beside the error.
  func deliverEntry(to block: @escaping Completion) {
    deliver { (result: Result<Bool, NSError>) in
      switch result {
      case .success: block(true, nil)
      case .failure(let error):
        let isUnreadable = (error as? EGF2Error)?.kind == .wrongResponse
        block(isUnreadable ? false : nil, error)
      }
    }
  }
}
