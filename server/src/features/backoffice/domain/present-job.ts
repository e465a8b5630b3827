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
