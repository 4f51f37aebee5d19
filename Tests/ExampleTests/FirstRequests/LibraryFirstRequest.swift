import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func libraryFirstRequest(url: String) async throws {
  if let url = URL(string: "\(url)/books") {
    let (data, _) = try await URLSession.shared.data(from: url)
    print(String(decoding: data, as: UTF8.self))
  }
}
