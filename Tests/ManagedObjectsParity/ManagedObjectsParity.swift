import Foundation
import ManagedObjectsBehaviours

/// Checks every behaviour with every store from an asynchronous `main`, and prints the failures.
@main
enum ManagedObjectsParity {
  static func main() async {
    var held = 0
    var unmet = 0
    for kind in StoreKind.allCases {
      for behaviour in Behaviour.all {
        do {
          try await behaviour.check(kind)
          held += 1
        } catch {
          unmet += 1
          print("\(kind): \(behaviour.name): \(error)")
        }
      }
    }
    print("\(held) held, \(unmet) unmet")
    exit(unmet == 0 ? 0 : 1)
  }
}
