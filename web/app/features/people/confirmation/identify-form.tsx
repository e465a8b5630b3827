import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { readConfirmation } from '#contract/people/confirmation.ts'
import { failureMessage } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import classes from '#web/features/account/login/auth.module.css'
import { AuthPage } from '#web/features/account/login/auth-page.tsx'
import { BirthField } from '#web/ui/birth-input.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { endWords, hasEnded, type Identity } from './identity.ts'

const FIELDS = ['cpf', 'birth_date'] as const

interface IdentifyFormProps {
  token: string
  title: string
  description: string
  legend: string
  /** Loads what the link opens. */
  open: (identity: Identity) => Promise<unknown>
  onEnded: (words?: string) => void
}

/** Asks for what only the participant knows before anything of the registration is shown. */
export function IdentifyForm({ token, title, description, legend, open, onEnded }: IdentifyFormProps) {
  const form = useForm({
    resolver: zodResolver(readConfirmation.body),
    defaultValues: { token, cpf: '', birth_date: '' },
  })
  const { isSubmitting } = form.formState
  const isHydrated = useHydrated()
  const submit = useSubmit(form, {
    fields: FIELDS,
    otherwise: 'cpf',
    failure: (reason) => failureMessage(reason, 'Não foi possível abrir a inscrição. Tente de novo.'),
    send: async (identity) => {
      try {
        await open(identity)
      } catch (failure) {
        if (!hasEnded(failure)) throw failure
        onEnded(endWords(failure))
      }
    },
  })
  return (
    <AuthPage title={title} description={description}>
      <form method="post" onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
        {/* What is typed before hydration would be lost. */}
        <fieldset disabled={isSubmitting || !isHydrated} className={classes.fields}>
          <legend className="sr-only">{legend}</legend>
          <MaskedField control={form.control} name="cpf" mask="cpf" label="CPF" autoComplete="off" />
          <BirthField control={form.control} name="birth_date" label="Data de nascimento" />
          <SubmitButton busy={isSubmitting} fullWidth size="lg">
            Continuar
          </SubmitButton>
        </fieldset>
      </form>
    </AuthPage>
  )
}
