import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type Authorization, GuardianFields } from '#contract/people/guardian.ts'
import {
  guardianText,
  participantText,
  type RaceSigned,
  RELATIONSHIPS,
  Relationship,
} from '#contract/registration/minors.ts'
import { failureMessage } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { BirthField } from '#web/ui/birth-input.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ConsentList } from '../confirmation/consent-list.tsx'
import classes from './authorization-form.module.css'

const Guardian = z.object(GuardianFields)
type GuardianOutput = z.output<typeof Guardian>

/** The request without the fields that identify the signer. */
export interface Signature {
  text: string
  consents: { id: number; version: number }[]
  guardian: GuardianOutput | null
}

const FIELDS = [
  'guardian.name',
  'guardian.cpf',
  'guardian.birth_date',
  'guardian.relationship',
  'guardian.email',
] as const

const NOBODY = { name: '', cpf: '', birth_date: '', email: '' }

/** Each kind of signer fills in other fields: the rest is known, or does not exist. */
const schemaOf = ({ role, guardian }: Authorization) =>
  z.object({
    guardian:
      role === 'participant'
        ? z.any()
        : guardian
          ? z.object({ ...Guardian.shape, birth_date: z.any(), relationship: Relationship })
          : Guardian,
  })

interface AuthorizationFormProps {
  authorization: Authorization
  /** The level of its headings. */
  heading: 'h2' | 'h3'
  send: (signature: Signature) => Promise<unknown>
  /** Absent: the page does not offer it. */
  refuse?: () => Promise<unknown>
}

/** Who signs, the text, and the decision. */
export function AuthorizationForm({ authorization, heading: Heading, send, refuse }: AuthorizationFormProps) {
  const { role, guardian: known, consents } = authorization
  const [accepted, setAccepted] = useState(consents.filter((one) => one.accepted).map(({ id }) => id))
  const form = useForm({
    resolver: zodResolver(schemaOf(authorization)),
    defaultValues: { guardian: { ...NOBODY, ...known, relationship: '' } },
  })
  const { isSubmitting } = form.formState
  const written = useWatch({ control: form.control, name: 'guardian' })
  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: (reason) => failureMessage(reason, 'Não foi possível assinar. Tente de novo.'),
    send: ({ guardian }) =>
      send({
        text: textOf(authorization, guardian),
        consents: consents
          .filter(({ id }) => accepted.includes(id))
          .map(({ id, version }) => ({ id, version })),
        guardian: role === 'guardian' ? guardian : null,
      }),
  })
  const isGuardian = role === 'guardian'
  return (
    <form method="post" onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
      {isGuardian && (
        <fieldset disabled={isSubmitting} className={classes.part}>
          <legend className="sr-only">Quem assina</legend>
          <Heading>Quem assina</Heading>
          <div className={classes.fields}>
            {!known && (
              <>
                <TextField
                  control={form.control}
                  name="guardian.name"
                  label="Seu nome completo"
                  autoComplete="name"
                />
                <MaskedField
                  control={form.control}
                  name="guardian.cpf"
                  mask="cpf"
                  label="Seu CPF"
                  autoComplete="off"
                />
                <BirthField
                  control={form.control}
                  name="guardian.birth_date"
                  label="Sua data de nascimento"
                />
              </>
            )}
            <SelectField
              control={form.control}
              name="guardian.relationship"
              label={`O que você é de ${authorization.minor.name.split(' ')[0]}`}
              data={[{ value: '', label: 'Escolha' }, ...optionsOf(RELATIONSHIPS)]}
            />
            {!known && (
              <TextField
                control={form.control}
                name="guardian.email"
                type="email"
                label="Seu e-mail"
                description="Recebe o comprovante"
                autoComplete="email"
              />
            )}
          </div>
        </fieldset>
      )}
      <section className={classes.part}>
        <Heading>O que você assina</Heading>
        <div className={classes.text}>
          {textOf(authorization, written)
            .split('\n\n')
            .map((paragraph) => (
              <p key={paragraph.slice(0, 24)}>{paragraph}</p>
            ))}
        </div>
      </section>
      {consents.length > 0 && (
        <section className={classes.part}>
          <Heading>Autorizações opcionais</Heading>
          <p>Você decide: a participação não depende delas.</p>
          <ConsentList consents={consents} accepted={accepted} onChange={setAccepted} />
        </section>
      )}
      <p>
        Guardamos o texto, a data e a hora, o seu endereço IP e os dados de quem assina. O comprovante vai por
        e-mail.
      </p>
      <div className={classes.ways}>
        <SubmitButton busy={isSubmitting} size="lg">
          {isGuardian ? 'Autorizo e assino' : 'Assino'}
        </SubmitButton>
        {refuse && <RefuseButton isGuardian={isGuardian} refuse={refuse} />}
      </div>
    </form>
  )
}

type Written = Partial<Record<keyof GuardianOutput, string>>

/** Blanks stand for what is not written yet. */
function textOf({ role, event, modality, minor }: Authorization, guardian: Written): string {
  const race: RaceSigned = {
    minor: { name: minor.name, cpf: minor.cpf, birthDate: minor.birth_date },
    title: event.title,
    modality,
    raceDay: event.race_day,
  }
  if (role === 'participant') return participantText(race)
  const relationship = Relationship.safeParse(guardian.relationship)
  const digits = guardian.cpf?.replace(/\D/g, '') ?? ''
  return guardianText(race, {
    name: guardian.name?.trim() || '________',
    cpf: digits || '________',
    relationship: relationship.success ? relationship.data : 'other',
  })
}

function RefuseButton({ isGuardian, refuse }: { isGuardian: boolean; refuse: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const label = isGuardian ? 'Não autorizo' : 'Não quero participar'
  return (
    <>
      <Button size="lg" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title={`${label}: cancelar a inscrição?`}
        confirmLabel="Sim, cancelar"
        cancelLabel="Voltar"
        busy={busy}
        onConfirm={async () => {
          setBusy(true)
          await refuse()
          setBusy(false)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
      >
        <p>A vaga fica livre na mesma hora, e tudo o que foi pago é devolvido. Isso não pode ser desfeito.</p>
      </ConfirmDialog>
    </>
  )
}
