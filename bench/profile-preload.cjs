// Profiles the process of the provider. --cpu-prof would write nothing: the engine ends that process with a signal.
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");

if (/\/cmd\/dynamic-provider\/|pulumi-resource-\w+$/.test(process.argv[1] ?? "")) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: 200 });
  session.post("Profiler.start");
  process.once("SIGINT", () =>
    session.post("Profiler.stop", (_error, { profile }) => {
      writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile));
      process.exit();
    }),
  );
}
