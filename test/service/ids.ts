import { randomBytes, randomInt } from "node:crypto";

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id: the prefix (`rol_`) and `length` alphanumerics, by default 16. */
export function newId(prefix: string, length = 16): string {
  const random = Array.from({ length }, () => alphanumerics[randomInt(alphanumerics.length)]);
  return prefix + random.join("");
}

/** 32 hexadecimal digits, the random part of a verification record. */
export const newVerificationToken = (): string => randomBytes(16).toString("hex");

/** A client secret of 43 characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
