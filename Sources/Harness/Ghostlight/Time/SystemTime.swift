#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's own clock; the only place that reads it.
enum SystemTime {
  /// Milliseconds since 1970.
  static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
