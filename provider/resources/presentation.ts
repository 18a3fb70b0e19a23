// docs/service.md, "Presentation".
import * as z from "zod";
import { propertyPath } from "../lifecycle/check.ts";

/** The attributes that docs/service.md names. It does not say whether the service accepts others. */
export const attributeNames = [
  "family_name",
  "given_name",
  "birth_date",
  "issue_date",
  "expiry_date",
  "issuing_country",
  "issuing_authority",
  "portrait",
  "driving_privileges",
  "resident_address",
  "portrait_capture_date",
  "age_in_years",
  "age_birth_year",
  "issuing_jurisdiction",
  "nationality",
  "resident_city",
  "resident_state",
  "resident_postal_code",
  "resident_country",
  "family_name_national_character",
  "given_name_national_character",
] as const;

const flag = z.boolean();
const optionalFlag = flag.optional();

const attributes = z
  .object(Object.fromEntries(attributeNames.map((name) => [name, optionalFlag])))
  .catchall(flag);

/** Document type → namespace → attribute → whether it is requested. */
export const presentationType = z.record(z.string(), z.record(z.string(), attributes));

/** Returns a warning for each attribute that is not one of `attributeNames`. */
export function unknownAttributes({ presentation }: { readonly presentation?: unknown }): string[] {
  const known = new Set<string>(attributeNames);
  return Object.entries(nested(presentation)).flatMap(([documentType, namespaces]) =>
    Object.entries(nested(namespaces)).flatMap(([namespace, attributes]) =>
      Object.keys(nested(attributes))
        .filter((name) => !known.has(name))
        .map(
          (name) =>
            `the attribute ${propertyPath(["presentation", documentType, namespace, name])} is not one that this provider knows: check its spelling. It is sent as it is.`,
        ),
    ),
  );
}

/** The value, or an empty object for a value that is unknown in a preview. */
function nested(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
