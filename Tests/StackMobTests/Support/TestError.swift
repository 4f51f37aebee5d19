/// An error for code paths that a test must not reach.
struct TestError: Error {}
