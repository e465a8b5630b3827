import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Profile } from '#contract/account.ts'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import type { PersonField } from '#contract/person.ts'
import { PROFILE_PATH } from '../../paths.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import type { Other } from './draft.ts'
import classes from './participant-step.module.css'
import { fieldOf, missingFrom, type StepProps } from './problems.ts'

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

interface BuyerCardProps {
  profile: Profile
  problem: string | undefined
}

const SEX_WORDS = ['Masculino', 'Feminino']

/** The buyer as the registration will know them: from the profile, changed there. */
function BuyerCard({ profile, problem }: BuyerCardProps) {
  const missing = missingFrom(profile)
  const warning =
    problem ??
    (missing.length > 0 && `Complete o seu perfil antes de se inscrever. Falta: ${missing.join(', ')}.`)
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
  other: Other
  /** Among the additional ones, from 0. */
  position: number
}

const SEXES = [
  { value: '', label: 'Selecione' },
  { value: '0', label: 'Masculino' },
  { value: '1', label: 'Feminino' },
]

function AdditionalParticipant({ other, position, problems, change }: AdditionalParticipantProps) {
  const title = `Participante ${position + 2}`
  const field = (name: PersonField) => ({
    value: other[name],
    error: problems[fieldOf(position + 1, name)],
    // Somebody else's data: the browser must not offer the buyer's.
    autoComplete: 'off',
  })
  const edit = (name: PersonField) => (value: string) =>
    change({ type: 'otherEdited', key: other.key, field: name, value })
  return (
    <fieldset className={classes.person}>
      <legend className={classes.title}>{title}</legend>
      <Button
        variant="subtle"
        color="red"
        className={classes.remove}
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-label={`Remover ${title.toLowerCase()}`}
        onClick={() => change({ type: 'otherRemoved', key: other.key })}
      >
        Remover
      </Button>
      <div className={classes.fields}>
        <TextInput
          label="Nome"
          className={classes.wide}
          maxLength={120}
          {...field('name')}
          onChange={(event) => edit('name')(event.currentTarget.value)}
        />
        <MaskedInput mask="cpf" label="CPF" {...field('cpf')} onChange={edit('cpf')} />
        <MaskedInput mask="phone" label="Telefone" {...field('phone')} onChange={edit('phone')} />
        <MaskedInput
          mask="date"
          label="Data de nascimento"
          {...field('birth_date')}
          onChange={edit('birth_date')}
        />
        <NativeSelect
          label="Sexo"
          data={SEXES}
          {...field('sex')}
          onChange={(event) => edit('sex')(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail (opcional)"
          description="Avisamos a pessoa de que ela foi inscrita."
          type="email"
          inputMode="email"
          className={classes.wide}
          maxLength={255}
          {...field('email')}
          onChange={(event) => edit('email')(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}
