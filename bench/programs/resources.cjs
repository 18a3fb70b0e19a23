// What every contender declares. The bench sets the numbers.
const number = (name) => Number(process.env[name]);
const prefix = process.env.BENCH_PREFIX;

exports.latencyMs = number("BENCH_LATENCY_MS");
exports.roles = Array.from({ length: number("BENCH_ROLES") }, (_, index) => `${prefix}-role-${index}`);
exports.domains = Array.from(
  { length: number("BENCH_DOMAINS") },
  (_, index) => `${prefix}-${index}.example.com`,
);
