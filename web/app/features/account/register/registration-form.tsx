import { zodResolver } from '@hookform/resolvers/zod'
import { Anchor } from '@mantine/core'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '../../../api.ts'
import { LOGIN_PATH } from '../../../paths.ts'
import { useWaitingEvent } from '../../../return-path.ts'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { AddressFields } from '../../city/address-fields.tsx'
import { arrivalState } from '../login/arrival.ts'
import { ContactFields, PersonFields } from '../person-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'
import { ConsentFields } from './consent-fields.tsx'
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
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isSubmitted, errors } = form.formState
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const waitingEvent = useWaitingEvent()
  const hydrated = useHydrated()
  useDraft(form)
  const checks = useCheckOnLeave(form)

  const submit = form.handleSubmit(async (registration) => {
    setFailure(null)
    try {
      await registerAccount({ ...registration, waiting_event: waitingEvent })
    } catch (reason) {
      showToast('error', registrationProblem(reason))
      if (reason instanceof ApiFailure) setFailure(reason)
      return
    }
    forgetDraft()
    showToast('success', 'Participante registrado com sucesso!')
    await navigate(LOGIN_PATH + search, { state: arrivalState(state, registration.email) })
  })

  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={submit} {...checks} noValidate aria-busy={isSubmitting}>
        <FormProgress control={form.control} />
        {/* Disabled until hydration: earlier input would be lost. */}
        <fieldset disabled={!hydrated} className={classes.sections}>
          <legend className="sr-only">Dados do cadastro</legend>
          <FormSection
            id={PARTS.you.id}
            title="Sobre você"
            description="Os organizadores usam estes dados para a sua categoria, o número de peito e a retirada do kit."
          >
            <NameField />
            <PersonFields />
            <FileField />
          </FormSection>
          <FormSection
            id={PARTS.contact.id}
            title="Como falar com você"
            description="Você entra com este e-mail. Vamos enviar um link para confirmar que ele é seu."
          >
            <AccessFields />
            <ContactFields />
          </FormSection>
          <FormSection
            id={PARTS.address.id}
            title="Onde você mora"
            description="Comece pelo CEP: o restante vem preenchido e você confere."
          >
            <AddressFields />
          </FormSection>
          <FormSection
            title="Privacidade"
            description="Você escolhe o que quer receber e pode mudar de ideia a qualquer momento no seu perfil."
          >
            <ConsentFields />
          </FormSection>
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

/** E-mail and password. */
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

/** A component of its own, so that it registers after the fields above it: the first field with an error takes the focus. */
function NewPassword() {
  const { register, formState } = useFormContext<RegistrationValues>()
  return (
    <PasswordField
      {...register('password')}
      label="Senha"
      description="Pelo menos 8 caracteres"
      autoComplete="new-password"
      error={formState.errors.password?.message}
      {...REQUIRED}
    />
  )
}
