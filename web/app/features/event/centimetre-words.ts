/** Formats a measure with a decimal comma: `52.5` becomes `52,5`, null an empty text. */
export const centimetreWords = (value: number | null): string => String(value ?? '').replace('.', ',')
