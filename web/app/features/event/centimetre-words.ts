/** `52.5` → `52,5`; empty without a measure. */
export const centimetreWords = (value: number | null): string => String(value ?? '').replace('.', ',')
