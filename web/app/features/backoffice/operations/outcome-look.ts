import type { Tone } from '#web/ui/status-chip.tsx'

interface Look {
  words: string
  tone: Tone
}

const LOOKS: Readonly<Record<string, Look>> = {
  applied: { words: 'Aplicada', tone: 'success' },
  unchanged: { words: 'Já era assim', tone: 'info' },
  refused: { words: 'Fora de ordem, ignorada', tone: 'info' },
  other_charge: { words: 'De outra cobrança', tone: 'info' },
  duplicate: { words: 'Pago duas vezes', tone: 'error' },
  amount_mismatch: { words: 'Valor diferente', tone: 'error' },
  unknown_charge: { words: 'Cobrança desconhecida', tone: 'error' },
}

/** The text and tone of a message's outcome; null means that it was not handled yet. */
export const outcomeLook = (outcome: string | null): Look =>
  outcome === null
    ? { words: 'Por aplicar', tone: 'warning' }
    : (LOOKS[outcome] ?? { words: outcome, tone: 'neutral' })
