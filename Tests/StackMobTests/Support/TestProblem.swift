/// What cannot be in a test.
struct TestProblem: Error {}
