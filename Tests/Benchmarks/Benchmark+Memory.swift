import HTTPTypes

extension Benchmark {
  static let memory = Benchmark(
    name: "memory", summary: "resident memory: idle, after 1,000,000 requests, 100,000 documents"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1)
    let idle = try ResidentMemory.megabytes()
    let request = app.get(0)
    for _ in 0..<1_000_000 { try SampleApp.expect(.ok, app.send(request)) }
    let busy = try ResidentMemory.megabytes()
    let full = try SampleApp(documents: 100_000)
    let loaded = try ResidentMemory.megabytes()
    try SampleApp.expect(.ok, full.send(full.get(99_999)))
    return [
      Measurement(
        title: "memory: idle, in process", hold: .atMost(30), unit: .megabytes, values: [idle]),
      Measurement(
        title: "memory: after 1,000,000 requests", hold: .atMost(idle + 5), unit: .megabytes,
        values: [busy]),
      Measurement(
        title: "memory: 100,000 documents of 250 bytes", hold: .atMost(150), unit: .megabytes,
        values: [loaded]),
    ]
  }
}
