import { Button, Checkbox } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'
import { AdditionalParticipant } from './additional-participant.tsx'
import { BuyerCard } from './buyer-card.tsx'
import classes from './step.module.css'
import type { StepProps } from './step-props.ts'

/** Who runs: the buyer and, when wanted, others. */
export function ParticipantStep({ state, problems, change }: StepProps) {
  const { draft, profile } = state
  return (
    <>
      <BuyerCard profile={profile} problem={problems.profile ?? problems.cpf} />
      <Checkbox
        className={classes.toggle}
        label="Desejo registrar outros participantes"
        description="Cada pessoa recebe o seu próprio link de pagamento."
        checked={draft.withOthers}
        onChange={(event) => change({ type: 'othersToggled', on: event.currentTarget.checked })}
      />
      {draft.withOthers && (
        <>
          {draft.others.map((other, i) => (
            <AdditionalParticipant
              key={other.key}
              other={other}
              position={i}
              problems={problems}
              change={change}
            />
          ))}
          {draft.others.length < MAX_ADDITIONAL_PARTICIPANTS && (
            <Button
              variant="light"
              className={classes.add}
              leftSection={<IconUserPlus size={20} aria-hidden />}
              onClick={() => change({ type: 'otherAdded' })}
            >
              Adicionar participante
            </Button>
          )}
        </>
      )}
    </>
  )
}
