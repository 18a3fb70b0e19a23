import type { Settings } from "../config/settings.ts";

/** Warns when Node is told to accept every certificate: whoever answers gets the credentials. */
export function warnOfUncheckedTls({ baseUrl, authUrl }: Settings, log: (line: string) => void): void {
  const usesTls = [baseUrl, authUrl].some((url) => url.startsWith("https:"));
  if (!usesTls || process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  log(
    "warning: NODE_TLS_REJECT_UNAUTHORIZED=0 is set: no certificate is checked, and anybody on the network can read the credentials. Unset it, and name your own certificate authority in NODE_EXTRA_CA_CERTS.",
  );
}
