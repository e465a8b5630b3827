import { Checkbox } from '@mantine/core'
import classes from './confirm-form.module.css'

export interface Term {
  id: number
  name: string
  version: number
  sha256: string
  description: string
}

export const toggled = (terms: readonly number[], id: number, accepted: boolean): number[] =>
  accepted ? [...terms, id] : terms.filter((one) => one !== id)

export const TermText = ({ term }: { term: Term }) => (
  <details className={classes.words}>
    <summary>Ler {term.name}</summary>
    <p>{term.description}</p>
    <p className={classes.version}>
      Versão {term.version} · SHA-256 {term.sha256}
    </p>
  </details>
)

interface ConsentListProps {
  consents: readonly Term[]
  accepted: readonly number[]
  onChange: (accepted: number[]) => void
}

/** Optional consents, each with its text. */
export const ConsentList = ({ consents, accepted, onChange }: ConsentListProps) => (
  <ul className={classes.terms}>
    {consents.map((term) => (
      <li key={term.id}>
        <Checkbox
          label={`Autorizo: ${term.name}`}
          checked={accepted.includes(term.id)}
          onChange={({ currentTarget: { checked } }) => onChange(toggled(accepted, term.id, checked))}
        />
        <TermText term={term} />
      </li>
    ))}
  </ul>
)
