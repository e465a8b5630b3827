import { toCents } from '#contract/money.ts'
import { Money } from '../../ui/money.tsx'

/** An amount of the API; zero is shown as a word. */
export function Price({ value }: { value: string }) {
  return toCents(value) === 0 ? 'Gratuito' : <Money value={value} />
}
