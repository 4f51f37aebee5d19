import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Scenarios for the network tools, and for usage reports that the SDK sends itself.
extension Scenario {
  private static let milan: JSON = [
    "address": "Milano", "location": ["type": "Point", "coordinates": [9.19, 45.4642]],
  ]

  private static func status(_ response: URLResponse?) -> JSON {
    (response as? HTTPURLResponse).map { .integer(Int64($0.statusCode)) } ?? nil
  }

  private static func json(_ data: Data?) -> JSON {
    data.flatMap { try? JSON.parse(Array($0)) } ?? nil
  }

  static let tools = [
    Scenario(
      "Advanced Network settings: bytes", expects: [200, [milan], nil]
    ) { device in
      try await device.awaitCallback { resume in
        device.instance.network.getDataTask(
          relativePath: "geocoding/geo", queryParameters: ["address": "Milano"]
        ) { data, response, error in
          resume([status(response), json(data), SDKValue.error(error)])
        }.resume()
      }
    },
    Scenario(
      "Advanced Network settings: objects", given: [.item(["id": "p1", "views": 1])],
      expects: [1, "p1"]
    ) { device in
      let object: JSON = try await device.awaitCallback { resume in
        device.instance.network.getDictionaryTask(
          relativePath: "picturedata/p1", queryParameters: nil
        ) { object, _, _ in resume(SDKValue.value(object?["views"])) }.resume()
      }
      let list: JSON = try await device.awaitCallback { resume in
        device.instance.network.getCollectionsTask(
          relativePath: "picturedata/", queryParameters: ["views": 1]
        ) { objects, _, _ in resume(SDKValue.value(objects?.first?.collectionId)) }.resume()
      }
      return [object, list]
    },
    Scenario(
      "Advanced Network settings: changes", given: [.item(["id": "p1", "views": 1])],
      expects: [2, ["count": 1], ["code": 101, "status": 404, "message": "Resource not found"]]
    ) { device in
      let network = device.instance.network
      let posted: JSON = try await device.awaitCallback { resume in
        network.postDataTask(
          relativePath: "picturedata/", parameters: ["id": "p1", "views": 2]
        ) { data, _, _ in resume(json(data)["views"] ?? nil) }.resume()
      }
      var deleted: [JSON] = []
      for _ in 1...2 {
        deleted.append(
          try await device.awaitCallback { resume in
            network.deleteDataTask(relativePath: "picturedata/p1", queryParameters: nil) {
              data, _, error in resume(error == nil ? json(data) : SDKValue.error(error))
            }.resume()
          })
      }
      return .array([posted] + deleted)
    },
  ]

  static let reports = [
    Scenario(
      "Basic analytics",
      expects: ["dailyuse installation", "b1 b1", "2017-09-05 2017-09-05"]
    ) { device in
      device.instance.analyticsEnabled = true
      return try await device.run {
        // A request would send the report in parallel. Sending the report here first makes the
        // order fixed.
        device.instance.reportUse()
        await device.instance.reported()
        _ = try await device.count(MIAQuery(collectionName: "picturedata"))
        let query = MIAQuery(collectionName: "analytics")
        query.addSortKey("type", ascending: true)
        let reports = try await device.find(query)
        return .array(
          ["type", "installationId", "day"].map { key in
            .string(
              reports.map { $0.object(forKey: key) as? String ?? "-" }.joined(separator: " "))
          })
      }
    }
  ]
}
