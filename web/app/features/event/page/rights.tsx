import type { PublicEvent, PublicRight } from '#contract/event/event.ts'
import { formatBasisPoints, toCents } from '#contract/money.ts'
import { RIGHT_BASES } from '#contract/pricing/right-rule.ts'
import { ruleSummary } from '#contract/pricing/rule-summary.ts'
import { countWords, plural } from '#contract/words.ts'
import { agesOn } from '../eligibility-words.ts'
import { externalUrl } from '../external-url.ts'
import classes from './rights.module.css'

interface RightsProps {
  event: Pick<PublicEvent, 'right_rules' | 'date_event' | 'age_reference'>
}

/** The discounts for those who have a right to them. */
export function Rights({ event }: RightsProps) {
  const ages = agesOn(event)
  return (
    <ul className={classes.rights}>
      {event.right_rules.map((right) => (
        <li key={right.id} className={classes.right}>
          <div className={classes.head}>
            <h3 className={classes.name}>{right.name}</h3>
            <strong className={classes.rate}>
              {formatBasisPoints(toCents(right.rate) ?? 0)} de desconto
            </strong>
          </div>
          <p className={classes.facts}>
            {[whoWords(right, ages), quotaWords(right)].filter(Boolean).join(' · ')}
          </p>
          <details className={classes.details}>
            <summary>Como funciona</summary>
            <ul>
              {conditionsOf(right).map((condition) => (
                <li key={condition}>{condition}</li>
              ))}
            </ul>
            {externalUrl(right.source_url) && (
              <a
                href={externalUrl(right.source_url) ?? ''}
                target="_blank"
                rel="noreferrer"
                className={classes.source}
              >
                Ver a lei ou regra
              </a>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

function whoWords(right: PublicRight, ages: string | null): string {
  const { sex, min_age, max_age, declaration } = right
  const isForAnybody = sex === null && min_age === null && max_age === null
  return isForAnybody && declaration ? 'Para quem tem o direito' : ruleSummary(right, ages)
}

const quotaWords = ({ quantity, remaining }: PublicRight): string | null => {
  if (quantity === null || remaining === null) return null
  if (remaining === 0) return 'vagas com desconto esgotadas'
  return `${remaining === 1 ? 'resta' : 'restam'} ${countWords(remaining)} de ${plural(quantity, 'vaga', 'vagas')}`
}

const conditionsOf = (right: PublicRight): string[] => [
  `O desconto é sobre ${RIGHT_BASES[right.base]}${right.stackable ? ', e soma com cupom' : ''}.`,
  right.declaration
    ? 'Peça na inscrição e aceite a declaração.'
    : 'Entra sozinho no preço de quem tem o direito.',
  ...(right.proof
    ? [`Comprovante: ${right.proof}${right.proof_due_on ? `, até ${right.proof_due_on}` : ''}.`]
    : []),
  ...periodWords(right),
  ...(right.companion ? ['Vale também para um acompanhante na mesma inscrição.'] : []),
  ...(right.in_person ? ['O kit é entregue só à própria pessoa.'] : []),
]

function periodWords({ starts_on, ends_on }: PublicRight): string[] {
  if (starts_on && ends_on) return [`Vale para inscrições de ${starts_on} a ${ends_on}.`]
  if (starts_on) return [`Vale para inscrições a partir de ${starts_on}.`]
  return ends_on ? [`Vale para inscrições até ${ends_on}.`] : []
}
