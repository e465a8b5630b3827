import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Group } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  BeginSecondFactorInput,
  beginSecondFactor,
  ConfirmSecondFactorInput,
  confirmSecondFactor,
} from '#contract/account/second-factor.ts'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CodeField } from './code-field.tsx'
import classes from './second-factor.module.css'

/** How a form that asks for a password or a code shows a failure. */
export const SECRET = { quiet: true, failure: 'Ocorreu um erro inesperado. Tente de novo.' } as const
const PASSWORD = ['password'] as const
const CODE = ['code'] as const

interface Begun {
  secret: string
  uri: string
}

interface EnrolmentProps {
  onCancel: (() => void) | undefined
  onEnrolled: (codes: string[]) => void
}

/** Activates the second factor in three steps: password, QR code, first code. */
export function Enrolment({ onCancel, onEnrolled }: EnrolmentProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return begun ? (
    <Scan begun={begun} onCancel={onCancel} onEnrolled={onEnrolled} />
  ) : (
    <AskPassword onCancel={onCancel} onBegun={setBegun} />
  )
}

interface AskPasswordProps {
  onCancel: (() => void) | undefined
  onBegun: (begun: Begun) => void
}

function AskPassword({ onCancel, onBegun }: AskPasswordProps) {
  const form = useForm<z.input<typeof BeginSecondFactorInput>>({
    resolver: zodResolver(BeginSecondFactorInput),
  })
  const { register, formState } = form
  const submit = useSubmit(form, {
    ...SECRET,
    fields: PASSWORD,
    send: async (body) => onBegun((await api(beginSecondFactor, { body })).data),
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-busy={formState.isSubmitting}>
      <PasswordField
        {...register('password')}
        label="Senha"
        description="Para começar, confirme que é você."
        autoComplete="current-password"
        error={formState.errors.password?.message}
        autoFocus
      />
      <Buttons label="Continuar" busy={formState.isSubmitting} onCancel={onCancel} />
    </form>
  )
}

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

function Scan({ begun, onCancel, onEnrolled }: EnrolmentProps & { begun: Begun }) {
  const form = useForm<z.input<typeof ConfirmSecondFactorInput>>({
    resolver: zodResolver(ConfirmSecondFactorInput),
    defaultValues: { code: '' },
  })
  const { control, formState } = form
  const submit = useSubmit(form, {
    ...SECRET,
    fields: CODE,
    send: async (body) => onEnrolled((await api(confirmSecondFactor, { body })).data.recovery_codes),
  })
  return (
    <ol className={classes.steps}>
      <li>
        <p>
          <strong>1.</strong> No celular, abra um aplicativo autenticador (Google Authenticator, Microsoft
          Authenticator, 1Password…) e leia o código.
        </p>
        <div className={classes.scan}>
          <QrCode text={begun.uri} label="Código QR para o aplicativo autenticador" className={classes.qr} />
          <div className={classes.manual}>
            <span>Sem câmera? Digite esta chave no aplicativo:</span>
            <code className={classes.secret}>{grouped(begun.secret)}</code>
          </div>
        </div>
      </li>
      <li>
        <p>
          <strong>2.</strong> Digite o código que o aplicativo mostra agora.
        </p>
        <form onSubmit={submit} noValidate className={classes.form} aria-busy={formState.isSubmitting}>
          <CodeField control={control} name="code" />
          <Buttons label="Ativar" busy={formState.isSubmitting} onCancel={onCancel} />
        </form>
      </li>
    </ol>
  )
}

interface ButtonsProps {
  label: string
  busy: boolean
  onCancel: (() => void) | undefined
}

const Buttons = ({ label, busy, onCancel }: ButtonsProps) => (
  <Group gap="sm">
    <Button type="submit" loading={busy}>
      {label}
    </Button>
    {onCancel && (
      <Button variant="default" onClick={onCancel} disabled={busy}>
        Cancelar
      </Button>
    )}
  </Group>
)

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shows the recovery codes, which cannot be retrieved later. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `Códigos de recuperação da Largada. Cada um vale uma vez.\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('success', 'Códigos copiados.'),
      () => showToast('error', 'Não foi possível copiar. Baixe o arquivo ou anote os códigos.'),
    )
  return (
    <>
      <Alert color="green" title="Guarde os códigos de recuperação">
        Sem o celular, cada um deles vale uma entrada na sua conta. Eles não serão mostrados de novo:
        guarde-os longe do celular.
      </Alert>
      <ul className={classes.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <TextButton variant="default" icon={IconCopy} onClick={copy}>
          Copiar
        </TextButton>
        <TextButton
          variant="default"
          icon={IconDownload}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'largada-codigos-de-recuperacao.txt')
          }
        >
          Baixar
        </TextButton>
        <Button onClick={onDone}>Já guardei os códigos</Button>
      </Group>
    </>
  )
}
