/** An attribute value of OTLP/JSON. */
export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

type OtlpValue =
  | { readonly stringValue: string }
  | { readonly doubleValue: number }
  | { readonly intValue: string };

/** Attributes as OTLP/JSON writes them; what is null is left out. Whole numbers beside scores are integers. */
export function toAttributes(
  values: Readonly<Record<string, string | number | null>>,
  doubles: ReadonlySet<string> = new Set(),
): readonly OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]): OtlpAttribute[] => {
    if (value === null) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    const isWhole = Number.isSafeInteger(value) && !doubles.has(key);
    return [{ key, value: isWhole ? { intValue: String(value) } : { doubleValue: value } }];
  });
}

/** The resource and scope of everything that whichtool writes. */
export function framesOf(version: string): { resource: object; scope: object } {
  return {
    resource: { attributes: toAttributes({ 'service.name': 'whichtool' }) },
    scope: { name: 'whichtool', version },
  };
}
