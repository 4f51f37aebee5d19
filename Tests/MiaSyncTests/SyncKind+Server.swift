import GhostlightSync
import SyncFixtures
import SyncScenarios

extension SyncKind {
  func server(_ project: MiaProject) -> any NewsServer {
    switch self {
    case .baas: BaaSServer(project: project)
    case .crud: CRUDServer(project: project)
    }
  }

  /// The marks that random edits set.
  ///
  /// MIASync's are without deletions for good, of which another device cannot learn.
  var marks: [String] {
    switch self {
    case .baas: [Marks.push, Marks.push, Marks.push, Marks.trash]
    case .crud:
      [Marks.push, Marks.push, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete]
    }
  }
}
