import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ChangeEvent, Fragment, type ReactNode } from 'react'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout/checkout.ts'
import { fieldOf } from '#contract/checkout/order-rules.ts'
import { SEXES } from '#contract/documents.ts'
import { PERSON_FIELDS, type PersonField } from '#contract/registration/person.ts'
import { kitTotal } from '#web/features/event/price.tsx'
import { BirthInput } from '#web/ui/birth-input.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import type { Participant } from '../wizard/draft.ts'
import type { StepProps } from '../wizard/problems.ts'
import { BuyerCard } from './buyer-card.tsx'
import classes from './participant-step.module.css'

export function ParticipantStep({ state, problems, change, leave }: StepProps) {
  const { draft, event, profile, isRegistered } = state
  const isAlone = draft.participants.length === 2
  return (
    <>
      {draft.withoutBuyer ? (
        <Alert
          color={problems.profile ? 'red' : 'blue'}
          icon={<IconUsers size={20} aria-hidden />}
          tabIndex={-1}
          data-invalid={problems.profile !== undefined || undefined}
        >
          {problems.profile ??
            (isRegistered
              ? 'Você já está inscrito. Esta inscrição é só de quem você adicionar abaixo.'
              : 'Você não entra nesta inscrição. Ela é só de quem você adicionar abaixo.')}
        </Alert>
      ) : (
        <BuyerCard profile={profile} problem={problems.profile ?? problems.cpf} />
      )}
      {!isRegistered && (
        <Checkbox
          className={classes.toggle}
          label="Desejo registrar outros participantes"
          description={
            event.products.some((kit) => kitTotal(kit) > 0)
              ? 'Na confirmação você escolhe: um só pagamento para todos ou um para cada pessoa.'
              : 'Inscreva amigos e família de uma só vez.'
          }
          checked={draft.withOthers}
          onChange={(event) => change({ type: 'othersToggled', on: event.currentTarget.checked })}
        />
      )}
      {!isRegistered && draft.withOthers && (
        <Checkbox
          className={classes.toggle}
          label="Eu também vou participar"
          description="Desmarque para inscrever só outras pessoas."
          checked={!draft.withoutBuyer}
          onChange={(event) => change({ type: 'buyerLeftOut', on: !event.currentTarget.checked })}
        />
      )}
      {draft.withOthers && (
        <>
          {draft.participants.map(
            ({ key, person }, who) =>
              who > 0 && (
                <AdditionalParticipant
                  key={key}
                  who={who}
                  title={`Participante ${draft.withoutBuyer ? who : who + 1}`}
                  isRemovable={!(draft.withoutBuyer && isAlone)}
                  person={person}
                  problems={problems}
                  change={change}
                  leave={leave}
                />
              ),
          )}
          {draft.participants.length <= MAX_ADDITIONAL_PARTICIPANTS && (
            <TextButton
              variant="light"
              className={classes.add}
              icon={IconUserPlus}
              onClick={() => change({ type: 'participantAdded' })}
            >
              Adicionar participante
            </TextButton>
          )}
        </>
      )}
    </>
  )
}

interface AdditionalParticipantProps extends Pick<StepProps, 'problems' | 'change' | 'leave'> {
  who: number
  title: string
  isRemovable: boolean
  person: Participant['person']
}

function AdditionalParticipant({
  who,
  title,
  isRemovable,
  person,
  problems,
  change,
  leave,
}: AdditionalParticipantProps) {
  return (
    <fieldset className={classes.person}>
      <legend className={classes.title}>{title}</legend>
      {isRemovable && (
        <TextButton
          variant="subtle"
          color="red"
          className={classes.remove}
          icon={IconTrash}
          aria-label={`Remover ${title.toLowerCase()}`}
          onClick={() => change({ type: 'participantRemoved', who })}
        >
          Remover
        </TextButton>
      )}
      <div className={classes.fields}>
        {PERSON_FIELDS.map((field) => (
          <Fragment key={field}>
            {INPUTS[field]({
              value: person[field],
              error: problems[fieldOf(who, field)],
              autoComplete: 'off',
              onChange: (value) => change({ type: 'personEdited', who, field, value }),
              onBlur: () => leave(who, field),
            })}
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}

interface InputProps {
  value: string
  error: string | undefined
  /** The fields hold another person's data, so the browser must not suggest the buyer's. */
  autoComplete: 'off'
  onChange: (value: string) => void
  onBlur: () => void
}

const INPUTS: Readonly<Record<PersonField, (props: InputProps) => ReactNode>> = {
  name: (props) => <TextInput {...native(props)} label="Nome" className={classes.wide} maxLength={120} />,
  cpf: (props) => <MaskedInput {...props} mask="cpf" label="CPF" />,
  phone: (props) => <MaskedInput {...props} mask="phone" label="Telefone" />,
  birth_date: (props) => <BirthInput {...props} label="Data de nascimento" />,
  sex: (props) => <NativeSelect {...native(props)} label="Sexo" data={SEX_OPTIONS} />,
  email: (props) => (
    <TextInput
      {...native(props)}
      label="Email (opcional)"
      description="Avisamos a pessoa de que ela foi inscrita."
      type="email"
      inputMode="email"
      className={classes.wide}
      maxLength={255}
    />
  ),
}

const SEX_OPTIONS = [
  { value: '', label: 'Selecione' },
  ...SEXES.map((label, i) => ({ value: String(i), label })),
]

const native = ({ onChange, ...props }: InputProps) => ({
  ...props,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.currentTarget.value),
})
