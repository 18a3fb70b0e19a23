// What a template asks for: interface section 2.6.
import { z } from "zod";
import { propertyPath } from "../lifecycle/check.ts";

/** The attributes that interface section 2.6 names; whether a service allows others is not shown. */
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

/** Document type → namespace → attribute → whether it is asked for. */
export const presentation = () => {
  const flag = z.boolean("must be true or false");
  const named = z.object(Object.fromEntries(attributeNames.map((name) => [name, flag.optional()])));
  const namespaces = z.record(z.string(), named.catchall(flag), "must be an object of namespaces");
  return z.record(z.string(), namespaces, "must be an object of document types");
};

/** A line for each attribute that the interface does not name. */
export function unknownAttributes({ presentation }: { readonly presentation?: unknown }): string[] {
  const known = new Set<string>(attributeNames);
  return Object.entries(nested(presentation)).flatMap(([documentType, namespaces]) =>
    Object.entries(nested(namespaces)).flatMap(([namespace, attributes]) =>
      Object.keys(nested(attributes))
        .filter((name) => !known.has(name))
        .map(
          (name) =>
            `the attribute ${propertyPath(["presentation", documentType, namespace, name])} is not one that the interface names; it is sent as it is.`,
        ),
    ),
  );
}

/** An object's entries; nothing for what a preview does not know yet. */
function nested(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
