import Testing

/// Where a scenario is played.
package enum Executor: Sendable, CaseIterable, CustomTestStringConvertible {
  case inProcess
  case overHTTP
  case fromRecording

  package var testDescription: String {
    switch self {
    case .inProcess: "in process"
    case .overHTTP: "over HTTP"
    case .fromRecording: "from a recording"
    }
  }
}
