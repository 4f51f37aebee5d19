#if canImport(XCTest)
  import ManagedObjectsBehaviours
  import XCTest

  /// Checks the behaviours of all stores under XCTest, whose tests wait on the main thread.
  final class ParityXCTests: XCTestCase {
    private func holdAll(_ kind: StoreKind) async {
      for behaviour in Behaviour.all {
        do { try await behaviour.check(kind) } catch {
          XCTFail("\(kind): \(behaviour.name): \(error)")
        }
      }
    }

    func testMemory() async { await holdAll(.memory) }

    func testSQLite() async { await holdAll(.sqlite) }

    func testIncremental() async { await holdAll(.incremental) }
  }
#endif
