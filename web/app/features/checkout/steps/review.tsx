import { Button } from '@mantine/core'
import { formatCents } from '#contract/money.ts'
import { STEPS } from '../wizard/draft.ts'
import type { StepProps } from '../wizard/problems.ts'
import classes from './review.module.css'

/** What is about to be registered, each line with a way to change it. */
export function Review({ state: { draft, order }, returnTo }: Pick<StepProps, 'state' | 'returnTo'>) {
  const title = draft.asLastTime ? 'Inscrever como da última vez' : 'Sua escolha'
  return (
    <section className={classes.review} aria-label={title}>
      {draft.asLastTime && <h3>{title}</h3>}
      {order.participants.map(({ who, name, choice, price }) => {
        const { modality, category, kit, size } = choice
        return (
          <dl key={who} aria-label={name}>
            <Line step="Participante" returnTo={returnTo}>
              {name}
            </Line>
            <Line step="Modalidade" returnTo={returnTo}>
              {[modality?.modality_name, category?.category_name].filter(Boolean).join(' · ')}
            </Line>
            <Line step="Kit" returnTo={returnTo}>
              {[kit?.name, size && `camisa ${size.size}`, price && formatCents(price.totalCents)]
                .filter(Boolean)
                // The dot stays at the end of a line.
                .join('\u00a0· ')}
            </Line>
          </dl>
        )
      })}
    </section>
  )
}

interface LineProps extends Pick<StepProps, 'returnTo'> {
  step: (typeof STEPS)[number]
  children: string
}

const Line = ({ step, returnTo, children }: LineProps) => (
  <div className={classes.line}>
    <dt>{step}</dt>
    <dd>{children}</dd>
    <dd>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Mudar: ${step}`}
        onClick={() => returnTo(STEPS.indexOf(step))}
      >
        Mudar
      </Button>
    </dd>
  </div>
)
