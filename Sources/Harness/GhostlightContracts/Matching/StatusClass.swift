/// A class of status codes.
enum StatusClass: String, CaseIterable {
  case info
  case success
  case redirect
  case clientError
  case serverError
  case nonError
  case error

  func contains(_ status: Int) -> Bool {
    switch self {
    case .info: (100...199).contains(status)
    case .success: (200...299).contains(status)
    case .redirect: (300...399).contains(status)
    case .clientError: (400...499).contains(status)
    case .serverError: (500...599).contains(status)
    case .nonError: status < 400
    case .error: status >= 400
    }
  }
}
