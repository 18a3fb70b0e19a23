/** The parts of `dns-packet` that the DNS server for tests uses. The package has no types. */
declare module "dns-packet" {
  interface Question {
    name: string;
    type: "TXT" | "CNAME";
  }
  interface DnsRecord extends Question {
    data: string | string[];
  }
  interface Packet {
    type?: "response";
    id?: number;
    flags?: number;
    questions?: Question[];
    answers?: DnsRecord[];
  }
  const RECURSION_AVAILABLE: number;
  function decode(message: Uint8Array): Packet;
  function encode(packet: Packet): Uint8Array;
}
