import ContractLibrary
import Ghostlight
import GhostlightContracts
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Coverage of contracts` {
  private func coverage(_ vendor: Vendor) -> ContractCoverage {
    ContractCoverage(vendor.chapters.map(\.file), catalogue: vendor.catalogue)
  }

  @Test(arguments: Vendor.all)
  func `the contracts of a vendor use every route`(_ vendor: Vendor) {
    let missing = coverage(vendor).routes.filter(\.interactions.isEmpty).map(\.name)
    #expect(missing == [])
  }

  @Test(arguments: Vendor.all)
  func `the contracts of a vendor expect every refusal that a request can cause`(_ vendor: Vendor) {
    let missing = coverage(vendor).refusals.filter(\.interactions.isEmpty).map(\.name)
    #expect(missing == vendor.unreachable)
  }

  @Test(arguments: Vendor.all)
  func `the contracts of a vendor name only existing routes and refusals`(_ vendor: Vendor) {
    #expect(coverage(vendor).unknown == [])
  }

  @Test(arguments: Vendor.all)
  func `every interaction of a vendor's contracts has evidence`(_ vendor: Vendor) {
    #expect(coverage(vendor).unfounded == [])
    #expect(coverage(vendor).interactions >= vendor.fewest)
  }

  @Test(arguments: Vendor.all)
  func `every interaction in a chapter has a unique name`(_ vendor: Vendor) {
    let names = vendor.chapters.flatMap { chapter in
      chapter.pact.interactions.map { "\(chapter): \($0.description)" }
    }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Vendor.all)
  func `every provider state of a vendor documents its parameters`(_ vendor: Vendor) {
    for state in vendor.emulator.seed.catalogue.providerStates {
      #expect(!state.parameters.isEmpty, "\(state.name)")
      #expect(state.parameters.allSatisfy { !$0.meaning.isEmpty }, "\(state.name)")
    }
  }
}
