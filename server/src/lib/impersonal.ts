const MOST = 500

/** A sentence of a machine (an error, mostly) without the addresses and documents it may have picked up. */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[e-mail]')
    .replace(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g, '[documento]')
    .slice(0, MOST)

/** What of a payload says nothing of anybody: numbers, yes and no, and how many there are of the rest. */
export function impersonalPayload(payload: unknown): { name: string; value: string }[] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).map(([name, value]) => ({ name, value: shown(value) }))
}

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `${value.length} itens`
  return value === null ? '—' : '(oculto)'
}
