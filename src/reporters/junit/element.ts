import { escapeXml } from '../escape/xml.ts';

/** Attributes in the order they are written; those without a value are left out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

/** An opening tag. The names are ours; only the values can be anything. */
export function openTag(name: string, attributes: Attributes): string {
  return `<${name}${formatAttributes(attributes)}>`;
}

/** An element without content. */
export function emptyTag(name: string, attributes: Attributes): string {
  return `<${name}${formatAttributes(attributes)}/>`;
}

function formatAttributes(attributes: Attributes): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) text += ` ${name}="${escapeXml(String(value))}"`;
  }
  return text;
}
