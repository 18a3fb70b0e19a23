// Written by `npm run generate` from the tables in provider/resources: edit those.

/** How a custom domain is verified. */
export interface CustomDomainVerificationState {
  /** The ways in which the domain can be verified. */
  readonly methods?:
    | {
        /** Type of the record. `"cname"`, `"txt"`, or a value that is newer than this provider. */
        name: string;
        /** The value that proves the domain. */
        record: string;
        /** Name of the record. Default: the domain itself. */
        domain?: string | undefined;
      }[]
    | undefined;

  /**
   * State of the verification. `"verified"`, `"pending"`, `"failed"`, or a value that is newer than this
   * provider.
   */
  readonly status?: string | undefined;

  /** Why the verification failed. */
  readonly errorMsg?: string | undefined;

  /** When the domain was last verified: date and time. */
  readonly lastVerifiedAt?: string | undefined;
}

/** The certificate of a custom domain. */
export interface CustomDomainCertificate {
  /**
   * State of the certificate. `"provisioning"`, `"provisioning_failed"`, `"provisioned"`, `"renewing_failed"`,
   * or a value that is newer than this provider.
   */
  readonly status?: string | undefined;

  /** Why provisioning or renewing failed. */
  readonly errorMsg?: string | undefined;

  /**
   * Certificate authority that issued the certificate. `"letsencrypt"`, `"googletrust"`, or a value that is
   * newer than this provider.
   */
  readonly certificateAuthority?: string | undefined;

  /** The certificate is renewed before this date. */
  readonly renewsBefore?: string | undefined;
}

/** A DNS record that proves a domain, as DNS resources take it. */
export interface VerificationRecord {
  /** Fully qualified record name without a trailing dot. */
  readonly name: string;

  /** Record type. One of `"CNAME"`, `"TXT"`. */
  readonly type: "CNAME" | "TXT";

  /** Content of the record. */
  readonly value: string;
}
