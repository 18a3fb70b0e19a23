import { sequenceSvg } from "./sequence-svg.ts";

const [program, engine, provider, journal, service] = [
  "your program",
  "Pulumi engine",
  "provider",
  "journal",
  "service",
];

/** The picture of docs/guides/how-it-works.md: what happens between `pulumi up` and a created role. */
export function lifeOfACreate(): string {
  return sequenceSvg(
    "The life of a create",
    [program, engine, provider, journal, service],
    [
      { from: program, to: engine, text: 'new Role("support")' },
      { from: engine, to: provider, text: "check the inputs" },
      { from: provider, to: engine, text: "mistakes, if any", isAnswer: true },
      { from: engine, to: provider, text: "create" },
      { from: provider, to: journal, text: "about to create" },
      { from: provider, to: service, text: "POST /oauth/token/, once for all requests" },
      { from: provider, to: provider, text: "waits until the tenant's rate limit has room" },
      { from: provider, to: service, text: "POST /roles" },
      { from: service, to: provider, text: "the role and its id", isAnswer: true },
      {
        title: "If no answer comes",
        messages: [
          { from: provider, to: service, text: "GET /roles?name_filter=Support" },
          { from: service, to: provider, text: "there: it is the resource", isAnswer: true },
          { from: provider, to: service, text: "not there: POST /roles again" },
        ],
      },
      { from: provider, to: journal, text: "created, with its id" },
      { from: provider, to: engine, text: "id and outputs", isAnswer: true },
      { from: engine, to: engine, text: "stores them in the state" },
      { from: provider, to: journal, text: "stored: forget it" },
    ],
  );
}
