import fc from "fast-check";
import { expect, test } from "vitest";
import { formatEndpoint, hostOf, parseDnsServers, parseEndpoint } from "../../provider/config/dns-servers.ts";

test.each([
  ["192.0.2.53", ["192.0.2.53"]],
  ["192.0.2.53:5353", ["192.0.2.53:5353"]],
  ["2001:db8::53", ["2001:db8::53"]],
  ["[2001:db8::53]", ["2001:db8::53"]],
  ["[2001:db8::53]:5353", ["[2001:db8::53]:5353"]],
  ["192.0.2.53:53", ["192.0.2.53"]],
  ["192.0.2.1,192.0.2.2", ["192.0.2.1", "192.0.2.2"]],
  [" 192.0.2.1 ,\n 192.0.2.2\t", ["192.0.2.1", "192.0.2.2"]],
  ["192.0.2.1 192.0.2.1:53", ["192.0.2.1"]],
  ["", []],
  [" , ", []],
])("%j is a list of servers", (text, servers) => {
  expect(parseDnsServers(text)).toEqual(servers);
});

test.each([
  "dns.example.com",
  "192.0.2",
  "192.0.2.256",
  "192.0.2.1;192.0.2.2",
  "[192.0.2.1]:53",
  "[2001:db8::53",
  "fe80::1%eth0",
  "https://192.0.2.53",
  ":53",
])("%j is refused, because it is not an IP address", (text) => {
  expect(() => parseDnsServers(text)).toThrow(`${JSON.stringify(text)} is not an IP address`);
});

test.each(["192.0.2.53:", "192.0.2.53:0", "192.0.2.53:65536", "192.0.2.53:dns", "[2001:db8::53]:-1"])(
  "%j is refused, because of its port",
  (text) => {
    expect(() => parseDnsServers(text)).toThrow(`${JSON.stringify(text)} has no port from 1 to 65535`);
  },
);

test("the error has the start of the wrong entry, and examples", () => {
  const long = "x".repeat(5000);
  expect(() => parseDnsServers(`192.0.2.1, ${long}`)).toThrow(
    /^DNS server "x{100}" .*"\[2001:db8::53\]:5353"/,
  );
});

test("a formatted endpoint parses to the same endpoint", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(address, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      expect(parseEndpoint(formatEndpoint({ address, port }))).toEqual({ address, port });
      expect(hostOf(formatEndpoint({ address, port }))).toBe(address);
    }),
  );
});

test("any string is a list or an error, and parsing a list again changes nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const servers = parseDnsServers(text);
        expect(parseDnsServers(servers.join(" "))).toEqual(servers);
      } catch (error) {
        expect((error as Error).message).toMatch(/^DNS server /);
      }
    }),
  );
});
