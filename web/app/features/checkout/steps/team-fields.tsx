import { TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { LONGEST_TEAM_NAME } from '#contract/checkout/checkout.ts'
import { teamFieldOf } from '#contract/checkout/order-rules.ts'
import { legWords, teamSizeProblem } from '#contract/event/relay.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { teamsOf } from '../order/order.ts'
import { STEPS } from '../wizard/draft.ts'
import type { StepProps } from '../wizard/problems.ts'
import classes from './step.module.css'

/** The team of each relay category: who is in it, and its name. */
export function TeamFields({ state: { draft, order }, problems, change, returnTo }: StepProps) {
  return teamsOf(order).map(({ category_id: id, category_name, legs, ...category }) => {
    const members = order.participants.filter(({ choice }) => choice.category?.category_id === id)
    const lacking = teamSizeProblem(category.team_size ?? members.length, members.length)
    const problem = problems[teamFieldOf(id)]
    return (
      <fieldset key={id} className={classes.person}>
        <legend>
          <span>Equipe em {category_name}</span>
        </legend>
        <ol className={`${classes.legs} ${classes.whole}`}>
          {members.map(({ who, name }, index) => (
            <li key={who}>
              {legWords(index + 1, legs[index] ?? null)}: {name}
            </li>
          ))}
        </ol>
        <TextInput
          label="Nome da equipe"
          className={classes.whole}
          maxLength={LONGEST_TEAM_NAME}
          value={draft.teams[id] ?? ''}
          error={problem}
          onChange={(event) => change({ type: 'teamNamed', category: id, name: event.currentTarget.value })}
        />
        {lacking && !problem && <p className={`${classes.problem} ${classes.whole}`}>{lacking}</p>}
        {lacking && (
          <TextButton
            variant="light"
            className={classes.whole}
            icon={IconUserPlus}
            onClick={() => returnTo(STEPS.indexOf('Participante'))}
          >
            Mudar os participantes
          </TextButton>
        )}
      </fieldset>
    )
  })
}
