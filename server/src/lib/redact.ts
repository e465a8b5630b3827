const MAX_LENGTH = 500

/** An error message with e-mail addresses and CPFs replaced, at most 500 characters long. */
export const redactText = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[e-mail]')
    .replace(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g, '[documento]')
    .slice(0, MAX_LENGTH)

/** Numbers, booleans and the length of arrays; other values are hidden. */
export function redactPayload(payload: unknown): { name: string; value: string }[] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).map(([name, value]) => ({ name, value: shown(value) }))
}

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `${value.length} itens`
  return value === null ? '—' : '(oculto)'
}
