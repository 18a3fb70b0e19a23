import { announcement, type RemoteRequest, remoteAnswer } from "./announcement.ts";
import { flagsOf, numberOf } from "./flags.ts";
import type { ServiceOptions } from "./options.ts";
import { startService } from "./service.ts";

const flags = flagsOf(process.argv.slice(2));
const options = optionsFrom();
const service = await startService(options);
for (let index = 0; index < numberOf("roles", flags.roles ?? "0"); index++)
  service.tenant.roles.set(`rol_other_${index}`, { id: `rol_other_${index}`, name: `other ${index}` });
// Set before the announcement: its reader may stop the service at once. `disconnect`: the parent process has ended.
for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.once(event, stop);
const announced = announcement(service);
process.send?.(announced);
if (flags.json) console.log(JSON.stringify(announced));
else if (process.send === undefined) console.log(instructions());

process.on("message", (message: RemoteRequest) => {
  const answer = remoteAnswer(service, options, message);
  if (answer !== undefined) process.send?.(answer);
});

async function stop(): Promise<void> {
  await service.close();
  process.exit(0);
}

function optionsFrom(): ServiceOptions {
  const { port, state, latency, rate, burst, dns, "verify-limit": verifyLimit } = flags;
  return {
    documentedOnly: flags["documented-only"] ?? false,
    rateLimitOff: flags["limit-later"] ?? false,
    recheckOnRead: flags["recheck-on-read"] ?? false,
    rateLimitHeadersAlways: flags["rate-headers"] ?? false,
    ...(port !== undefined && { port: numberOf("port", port) }),
    ...(state !== undefined && { stateFile: state }),
    ...(latency !== undefined && { latencyMs: numberOf("latency", latency) }),
    ...(rate !== undefined && {
      rateLimit: { perSecond: numberOf("rate", rate, 0.001), burst: numberOf("burst", burst ?? rate, 1) },
    }),
    ...(verifyLimit !== undefined && { verifyLimit: numberOf("verify-limit", verifyLimit) }),
    ...(dns !== undefined && { dnsServers: dns }),
  };
}

function instructions(): string {
  return [
    `# The stand-in service runs at ${announced.baseUrl} until Ctrl-C. Settings for a program:`,
    `export IDM_BASE_URL=${announced.baseUrl}`,
    `export IDM_CLIENT_ID=${announced.clientId}`,
    `export IDM_CLIENT_SECRET=${announced.clientSecret}`,
    `# An existing template: ${announced.templateId}`,
    `# A failed event: ${announced.eventId} of the event stream ${announced.eventStreamId}`,
  ].join("\n");
}
