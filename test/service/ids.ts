import { randomBytes, randomInt } from "node:crypto";

const ALPHANUMERICS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function alphanumerics(length: number): string {
  return Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join("");
}

/** `cd_` and 16 alphanumerics. */
export const newDomainId = (): string => `cd_${alphanumerics(16)}`;

/** `rol_` and 16 alphanumerics. */
export const newRoleId = (): string => `rol_${alphanumerics(16)}`;

/** `vct_` and 22 alphanumerics: the 26 characters that a template id may have. */
export const newTemplateId = (): string => `vct_${alphanumerics(22)}`;

/** `est_` and 22 alphanumerics. */
export const newEventStreamId = (): string => `est_${alphanumerics(22)}`;

/** `evt_` and 22 alphanumerics. */
export const newEventId = (): string => `evt_${alphanumerics(22)}`;

/** 32 hexadecimal digits that prove the control of a domain. */
export const newProof = (): string => randomBytes(16).toString("hex");

/** A client secret of 43 characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
