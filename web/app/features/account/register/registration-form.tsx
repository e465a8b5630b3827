import { zodResolver } from '@hookform/resolvers/zod'
import { Anchor } from '@mantine/core'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSubmit } from '#web/api/use-submit.ts'
import { LOGIN_PATH } from '#web/paths.ts'
import { useWaiting } from '#web/session/use-return-path.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { loginState } from '../login/login-state.ts'
import { NewPasswordField } from '../new-password-field.tsx'
import { RunnerSections } from '../person-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'
import { FileField } from './file-field.tsx'
import { FormProgress, PARTS } from './form-progress.tsx'
import classes from './register.module.css'
import {
  EMPTY_REGISTRATION,
  FIELDS,
  forgetDraft,
  type Registration,
  RegistrationInput,
  type RegistrationValues,
  registerAccount,
  registrationProblem,
  useDraft,
} from './register-account.ts'

export function RegistrationForm() {
  const form = useForm<RegistrationValues, unknown, Registration>({
    resolver: zodResolver(RegistrationInput),
    defaultValues: EMPTY_REGISTRATION,
  })
  const { isSubmitting, isSubmitted, errors } = form.formState
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const waiting = useWaiting()
  const hydrated = useHydrated()
  useDraft(form)
  const checks = useCheckOnLeave(form)

  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: registrationProblem,
    send: async (registration) => {
      await registerAccount({ ...registration, ...waiting })
      forgetDraft()
      showToast('success', 'Participante registrado com sucesso!')
      await navigate(LOGIN_PATH + search, { state: loginState(state, registration.email) })
    },
  })

  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={submit} {...checks} noValidate aria-busy={isSubmitting}>
        <FormProgress control={form.control} />
        {/* Disabled until hydration, because earlier input would be lost. */}
        <fieldset disabled={!hydrated} className={classes.sections}>
          <legend className="sr-only">Dados do cadastro</legend>
          <RunnerSections
            ids={{ you: PARTS.you.id, contact: PARTS.contact.id, address: PARTS.address.id }}
            name={<NameField />}
            file={<FileField />}
            access={<AccessFields />}
            aboutContact="Você entra com este e-mail. Vamos enviar um link para confirmar que ele é seu."
          />
        </fieldset>
        <div className={classes.end}>
          <SubmitButton busy={isSubmitting} busyLabel="Salvando..." size="lg">
            Cadastrar
          </SubmitButton>
          <p role="status" className={classes.hint}>
            {isSubmitted && Object.keys(errors).length > 0 && 'Confira os campos destacados e tente de novo.'}
          </p>
          <p className={classes.login}>
            Já tem conta?{' '}
            <Anchor component={Link} to={LOGIN_PATH + search} state={state} fw={600}>
              Entrar
            </Anchor>
          </p>
        </div>
      </form>
    </FormProvider>
  )
}

const REQUIRED = { required: true, withAsterisk: false } as const

function NameField() {
  const { control } = useFormContext<RegistrationValues>()
  return (
    <TextField
      control={control}
      name="name"
      label="Nome"
      placeholder="Nome completo"
      autoComplete="name"
      autoCapitalize="words"
      {...REQUIRED}
    />
  )
}

function AccessFields() {
  const { control } = useFormContext<RegistrationValues>()
  return (
    <FieldRow columns="1fr 1fr">
      <TextField
        control={control}
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        {...REQUIRED}
      />
      <NewPassword />
    </FieldRow>
  )
}

/** A separate component, so that its field is registered, and focused on errors, after those above it. */
function NewPassword() {
  const { register, control, formState } = useFormContext<RegistrationValues>()
  const [password = '', name = '', email = ''] = useWatch({ control, name: ['password', 'name', 'email'] })
  return (
    <NewPasswordField
      {...register('password')}
      password={password}
      owner={{ name, email }}
      label="Senha"
      description="Pelo menos 8 caracteres"
      error={formState.errors.password?.message}
      {...REQUIRED}
    />
  )
}
