import { momentWords } from '#web/ui/date-time-words.ts'
import classes from './term-versions.module.css'

interface TermVersionsProps {
  terms: readonly {
    id: number
    name: string
    version: number
    kind: string
    accepted_at: string
    sha256: string
  }[]
}

/** The version of each accepted term of the contract, with the hash that proves which text it was. */
export function TermVersions({ terms }: TermVersionsProps) {
  const contract = terms.filter(({ kind }) => kind === 'contract')
  if (contract.length === 0) return null
  return (
    <ul className={classes.terms} aria-label="Versões dos termos aceitos">
      {contract.map(({ id, name, version, accepted_at: acceptedAt, sha256 }) => (
        <li key={id} data-sha256={sha256}>
          {name}, versão {version}, aceito em {momentWords(acceptedAt)}
          <TextHash sha256={sha256} />
        </li>
      ))}
    </ul>
  )
}

const SHOWN_DIGITS = 12

/** The first digits of a SHA-256, and all of them after a click. */
const TextHash = ({ sha256 }: { sha256: string }) => (
  <details className={classes.hash}>
    <summary>
      SHA-256 <code>{sha256.slice(0, SHOWN_DIGITS)}…</code>
    </summary>
    <code>{sha256}</code>
  </details>
)
