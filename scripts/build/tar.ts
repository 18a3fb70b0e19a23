import { gzipSync } from "node:zlib";

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable?: boolean;
}

const blockBytes = 512;

/**
 * A tar.gz of these files. The same files give the same bytes: they are in alphabetical order, belong to nobody, and
 * have the same time, in seconds since 1970.
 */
export function tarGz(files: readonly ArchivedFile[], timeSeconds = 0): Buffer {
  const inOrder = files.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const blocks = inOrder.flatMap((file) => [
    header(file, timeSeconds),
    file.content,
    padding(file.content.length),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]));
}

/** The header of a file in the format `ustar`. */
function header({ name, content, isExecutable = false }: ArchivedFile, timeSeconds: number): Buffer {
  if (name.length > 100) throw new Error(`${name} is too long for the header of an archive`);
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(isExecutable ? 0o755 : 0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(content.length, 12), 124);
  block.write(octal(timeSeconds, 12), 136);
  // The checksum is taken with blanks in its place.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function padding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}
