import { gunzipSync, gzipSync } from "node:zlib";

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

/** The files of an archive that `tarGz` has written. Throws an Error for anything else. */
export function untarGz(archive: Buffer): ArchivedFile[] {
  const blocks = gunzipSync(archive);
  const files: ArchivedFile[] = [];
  for (let at = 0; blocks[at]; ) {
    const [name = ""] = blocks.toString("latin1", at, at + 100).split("\0");
    const mode = octalAt(blocks, at + 100, 8);
    const bytes = octalAt(blocks, at + 124, 12);
    const start = at + blockBytes;
    const content = blocks.subarray(start, start + bytes);
    const isFile = blocks.toString("latin1", at + 156, at + 157) === "0";
    const expected = header({ name, content, isExecutable: mode === 0o755 }, octalAt(blocks, at + 136, 12));
    if (!isFile || content.length !== bytes || !expected.equals(blocks.subarray(at, start)))
      throw new Error(`${name} is no file of an archive of this project`);
    files.push({ name, content, isExecutable: mode === 0o755 });
    at = start + bytes + padding(bytes).length;
  }
  return files;
}

function octalAt(block: Buffer, at: number, length: number): number {
  return Number.parseInt(block.toString("latin1", at, at + length), 8);
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
