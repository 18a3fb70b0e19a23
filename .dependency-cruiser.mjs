// Which folder may import which. `npm run check:imports` checks it. CONTRIBUTING.md shows the same as a picture.

/** The rooms of provider/ from top to bottom. A room imports only itself and rooms of the levels below. */
const levels = [
  ["provider/hosts/"],
  ["provider/index.ts"],
  ["provider/resources/"],
  ["provider/lifecycle/", "provider/verification/"],
  ["provider/client/"],
  ["provider/config/"],
  ["provider/errors.ts"],
  ["provider/printable.ts"],
];

const rooms = levels.flat();
const inAnyOf = (paths) => `^(${paths.join("|").replaceAll(".", "\\.")})`;
const roomsAbove = (level) => levels.slice(0, level).flat();
const roomsBeside = (room) => levels.find((level) => level.includes(room)).filter((other) => other !== room);

const rules = [
  {
    name: "imports-run-downwards",
    comment: "A room of provider/ imports only itself and the rooms below it.",
    forbidden: levels.slice(1).map((level, index) => ({
      from: { path: inAnyOf(level) },
      to: { path: inAnyOf(roomsAbove(index + 1)) },
    })),
  },
  {
    name: "no-imports-within-a-level",
    comment: "Rooms of one level, such as lifecycle/ and verification/, do not import one another.",
    forbidden: rooms
      .filter((room) => roomsBeside(room).length > 0)
      .map((room) => ({ from: { path: inAnyOf([room]) }, to: { path: inAnyOf(roomsBeside(room)) } })),
  },
  {
    name: "every-file-is-in-a-room",
    comment: "Each file of provider/ belongs to a room. .dependency-cruiser.mjs lists the rooms.",
    forbidden: [
      { from: { path: "^provider/", pathNot: inAnyOf(rooms) }, to: {} },
      { from: {}, to: { path: "^provider/", pathNot: inAnyOf(rooms) } },
    ],
  },
  {
    name: "nothing-imports-a-host",
    comment:
      "Only tests import a host. The build names a host's entry file and does not import it. Files of provider/hosts/ itself are for all hosts.",
    forbidden: [
      { from: { pathNot: "^(provider/hosts|test)/" }, to: { path: "^provider/hosts/" } },
      {
        from: { path: "^provider/hosts/([^/]+)/" },
        to: { path: "^provider/hosts/", pathNot: "^provider/hosts/($1/|[^/]+$)" },
      },
    ],
  },
  {
    name: "sdk-and-provider-are-separate",
    comment: "sdk/ runs in the program's process and provider/ in the provider's process.",
    forbidden: [
      { from: { path: "^sdk/" }, to: { path: "^(provider|test|scripts|bench)/" } },
      { from: { path: "^provider/" }, to: { path: "^(sdk|test|scripts|bench)/" } },
    ],
  },
  {
    name: "sdk-loads-only-pulumi",
    comment: "Every program loads sdk/. Of all packages it may load @pulumi/pulumi only.",
    forbidden: [
      { from: { path: "^sdk/" }, to: { path: "node_modules/", pathNot: "node_modules/@pulumi/pulumi/" } },
    ],
  },
  {
    name: "no-cycles",
    comment: "No file imports itself through other files.",
    forbidden: [
      { from: { pathNot: "^test/" }, to: { circular: true } },
      // The records of the stand-in service are types of its route files.
      { from: { path: "^test/" }, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    ],
  },
];

export default {
  forbidden: rules.flatMap(({ name, comment, forbidden }) =>
    forbidden.map((fromAndTo) => ({ name, comment, severity: "error", ...fromAndTo })),
  ),
  options: {
    doNotFollow: { path: "node_modules" },
    // Programs of users, with imports of their own.
    exclude: { path: "^test/consumers/programs/" },
    tsConfig: { fileName: "tsconfig.json" },
    // Imports of types count too.
    tsPreCompilationDeps: true,
  },
};
