// The first bytes of an executable say for which operating system and processor it is.

const elf = Buffer.from("\x7fELF", "latin1");
const machO = Buffer.from([0xcf, 0xfa, 0xed, 0xfe]);
const windows = Buffer.from("MZ", "latin1");

/** The platform of an executable, in the words of the engine; undefined for what is none. */
export function platformOf(executable: Buffer): string | undefined {
  if (executable.length < 64) return undefined;
  if (startsWith(executable, elf))
    return named("linux", executable.readUInt16LE(18), { amd64: 0x3e, arm64: 0xb7 });
  if (startsWith(executable, machO))
    return named("darwin", executable.readUInt32LE(4), { amd64: 0x01000007, arm64: 0x0100000c });
  if (!startsWith(executable, windows)) return undefined;
  const header = executable.readUInt32LE(0x3c);
  if (header + 6 > executable.length) return undefined;
  return named("windows", executable.readUInt16LE(header + 4), { amd64: 0x8664, arm64: 0xaa64 });
}

function startsWith(executable: Buffer, magic: Buffer): boolean {
  return executable.subarray(0, magic.length).equals(magic);
}

function named(os: string, machine: number, machines: Record<string, number>): string | undefined {
  const arch = Object.keys(machines).find((one) => machines[one] === machine);
  return arch && `${os}-${arch}`;
}
