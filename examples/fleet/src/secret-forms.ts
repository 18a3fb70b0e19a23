const shortestHidden = 6;

/** The texts in which a secret may appear in output. The lines of a key count one by one. */
export function formsOf(secret: string): string[] {
  const texts = [secret, ...secret.split("\n")].filter((text) => text.length >= shortestHidden);
  const forms = new Set(texts.flatMap((text) => [text, ...escapedForms(text), ...base64Forms(text)]));
  return [...forms];
}

/** In JSON as Node.js and Go write it, in an address, and in the body of a form. */
function escapedForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const goJson = json.replace(/[<>&]/g, (character) => `\\u00${hexOf(character)}`);
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  return [json, goJson, ...encodedForms(text), form, form.replaceAll("+", "%20")];
}

/** A percent encoding may have lower-case digits. */
function encodedForms(text: string): string[] {
  const encoded = encodeURIComponent(text);
  const encodedMore = encoded.replace(/[!'()*]/g, (character) => `%${hexOf(character).toUpperCase()}`);
  return [encoded, encodedMore].flatMap((form) => [form, form.replace(/%../g, (code) => code.toLowerCase())]);
}

/** Base64 writes three bytes as four characters, so the text before a secret decides which of three forms it has. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    // Characters that other bytes take part in are left out.
    const first = Math.ceil((before * 8) / 6);
    return padded.toString("base64").slice(first, Math.floor((padded.length * 8) / 6));
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}
