/** A colour of a picture, for readers with a light and with a dark screen. */
export interface ThemedColour {
  readonly property: string;
  readonly light: string;
  readonly dark: string;
}

/** The style sheet of a picture: its classes have the colours of the reader's colour scheme. */
export function themed(classes: Readonly<Record<string, ThemedColour>>): string {
  const rules = (scheme: "light" | "dark") =>
    Object.entries(classes).map(([name, colour]) => `.${name}{${colour.property}:${colour[scheme]}}`);
  return `<style>${rules("light").join("")}@media (prefers-color-scheme:dark){${rules("dark").join("")}}</style>`;
}

/** Text as the content of an XML element or attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
