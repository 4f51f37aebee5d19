/// The kind of service with which a scenario runs.
package enum Executor: Sendable, CaseIterable, CustomStringConvertible {
  case inProcess
  case overHTTP
  case fromRecording

  package var description: String {
    switch self {
    case .inProcess: "in process"
    case .overHTTP: "over HTTP"
    case .fromRecording: "from a recording"
    }
  }
}
