import { toCents } from '#contract/money.ts'
import { Money } from '../../ui/money.tsx'

/** An amount of the API; nothing to pay is said in a word. */
export function Price({ value }: { value: string }) {
  return toCents(value) === 0 ? 'Gratuito' : <Money value={value} />
}
