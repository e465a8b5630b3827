import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { type ChangeEvent, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/account.ts'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import { fieldOf, profileProblem } from '#contract/order-rules.ts'
import { PERSON_FIELDS, type PersonField } from '#contract/person.ts'
import { PROFILE_PATH } from '../../paths.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import type { Participant } from './draft.ts'
import classes from './participant-step.module.css'
import type { StepProps } from './problems.ts'

/** The buyer and the additional participants. */
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
          {draft.participants.map(
            ({ key, person }, who) =>
              who > 0 && (
                <AdditionalParticipant
                  key={key}
                  who={who}
                  person={person}
                  problems={problems}
                  change={change}
                />
              ),
          )}
          {draft.participants.length <= MAX_ADDITIONAL_PARTICIPANTS && (
            <Button
              variant="light"
              className={classes.add}
              leftSection={<IconUserPlus size={20} aria-hidden />}
              onClick={() => change({ type: 'participantAdded' })}
            >
              Adicionar participante
            </Button>
          )}
        </>
      )}
    </>
  )
}

interface BuyerCardProps {
  profile: Profile
  problem: string | undefined
}

const SEX_WORDS = ['Masculino', 'Feminino']

/** The buyer's data as the registration takes it from the profile, where it is changed. */
function BuyerCard({ profile, problem }: BuyerCardProps) {
  const warning = problem ?? profileProblem(profile)
  const facts: [string, string | null | undefined][] = [
    ['CPF', profile.cpf && formatCpf(profile.cpf)],
    ['Nascimento', profile.birth_date],
    ['Sexo', profile.sex === null ? null : SEX_WORDS[profile.sex]],
    ['Telefone', profile.phone && formatPhone(profile.phone)],
    ['E-mail', profile.email],
  ]
  return (
    <section className={classes.card} aria-labelledby="buyer-name">
      <div className={classes.head}>
        <div className={classes.who}>
          <p className={classes.role}>Você</p>
          <h3 id="buyer-name">{profile.name}</h3>
        </div>
        <Button
          component={Link}
          to={PROFILE_PATH}
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Editar perfil
        </Button>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} data-wide={label === 'E-mail' || undefined}>
            <dt>{label}</dt>
            <dd data-missing={!value || undefined}>{value || 'Não informado'}</dd>
          </div>
        ))}
      </dl>
      {warning && (
        <Alert
          color={problem ? 'red' : 'yellow'}
          icon={<IconAlertTriangle size={20} aria-hidden />}
          tabIndex={-1}
          data-invalid={problem !== undefined || undefined}
        >
          {warning}
        </Alert>
      )}
    </section>
  )
}

interface AdditionalParticipantProps extends Pick<StepProps, 'problems' | 'change'> {
  who: number
  person: Participant['person']
}

function AdditionalParticipant({ who, person, problems, change }: AdditionalParticipantProps) {
  const title = `Participante ${who + 1}`
  return (
    <fieldset className={classes.person}>
      <legend className={classes.title}>{title}</legend>
      <Button
        variant="subtle"
        color="red"
        className={classes.remove}
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-label={`Remover ${title.toLowerCase()}`}
        onClick={() => change({ type: 'participantRemoved', who })}
      >
        Remover
      </Button>
      <div className={classes.fields}>
        {PERSON_FIELDS.map((field) => (
          <Fragment key={field}>
            {INPUTS[field]({
              value: person[field],
              error: problems[fieldOf(who, field)],
              autoComplete: 'off',
              onChange: (value) => change({ type: 'personEdited', who, field, value }),
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
  /** Somebody else's data: the browser must not offer the buyer's. */
  autoComplete: 'off'
  onChange: (value: string) => void
}

/** How each field of a person is typed. */
const INPUTS: Readonly<Record<PersonField, (props: InputProps) => ReactNode>> = {
  name: (props) => <TextInput {...native(props)} label="Nome" className={classes.wide} maxLength={120} />,
  cpf: (props) => <MaskedInput {...props} mask="cpf" label="CPF" />,
  phone: (props) => <MaskedInput {...props} mask="phone" label="Telefone" />,
  birth_date: (props) => <MaskedInput {...props} mask="date" label="Data de nascimento" />,
  sex: (props) => <NativeSelect {...native(props)} label="Sexo" data={SEXES} />,
  email: (props) => (
    <TextInput
      {...native(props)}
      label="E-mail (opcional)"
      description="Avisamos a pessoa de que ela foi inscrita."
      type="email"
      inputMode="email"
      className={classes.wide}
      maxLength={255}
    />
  ),
}

const SEXES = [
  { value: '', label: 'Selecione' },
  ...SEX_WORDS.map((label, i) => ({ value: String(i), label })),
]

/** For inputs that hand on the event of a change. */
const native = ({ onChange, ...props }: InputProps) => ({
  ...props,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.currentTarget.value),
})
