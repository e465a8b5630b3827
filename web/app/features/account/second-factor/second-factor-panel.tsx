import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Badge, Button, Group, Skeleton } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  renewRecoveryCodes,
  type SecondFactor,
  SecondFactorProof,
  turnSecondFactorOff,
} from '#contract/account/second-factor.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { secondFactorQuery } from '../queries.ts'
import { CodeField } from './code-field.tsx'
import { Enrolment, RecoveryCodes, SECRET } from './enrolment.tsx'
import classes from './second-factor.module.css'

export function SecondFactorPanel({ onEnrolled }: { onEnrolled?: () => void }) {
  const factor = useQuery(secondFactorQuery)
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const failure = listFailure(factor)
  const showCodes = (next: string[]) => {
    setCodes(next)
    // Queries that were refused for lack of a second factor succeed now.
    queries.invalidateQueries()
  }
  return (
    <FormSection
      title="Verificação em duas etapas"
      description="Além da senha, entrar pede um código do seu celular. Quem descobrir a senha não entra só com ela."
    >
      {failure && <ErrorState {...failure} />}
      {factor.isPending && <Skeleton height={56} />}
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            onEnrolled?.()
          }}
        />
      ) : (
        factor.data &&
        (factor.data.enabled_at ? (
          <TurnedOn factor={factor.data} onRenewed={showCodes} />
        ) : (
          <TurnedOff required={factor.data.required} onEnrolled={showCodes} />
        ))
      )}
    </FormSection>
  )
}

interface TurnedOffProps {
  required: boolean
  onEnrolled: (codes: string[]) => void
}

function TurnedOff({ required, onEnrolled }: TurnedOffProps) {
  const [enrolling, setEnrolling] = useState(required)
  if (enrolling)
    return (
      <>
        {required && (
          <Alert icon={<IconShieldLock aria-hidden />} title="Sua conta exige a verificação em duas etapas">
            Ela vê dados de muitas pessoas. Ative a verificação para continuar usando a Largada: leva um
            minuto.
          </Alert>
        )}
        <Enrolment onCancel={required ? undefined : () => setEnrolling(false)} onEnrolled={onEnrolled} />
      </>
    )
  return (
    <div className={classes.state}>
      <p>Desativada: a senha basta para entrar.</p>
      <TextButton icon={IconShieldLock} onClick={() => setEnrolling(true)}>
        Ativar
      </TextButton>
    </div>
  )
}

interface TurnedOnProps {
  factor: SecondFactor
  onRenewed: (codes: string[]) => void
}

const codesLeft = (left: number): string => {
  if (left === 0) return 'Não resta nenhum código de recuperação: gere novos.'
  return left === 1 ? 'Resta 1 código de recuperação: gere novos.' : `Restam ${left} códigos de recuperação.`
}

function TurnedOn({ factor, onRenewed }: TurnedOnProps) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  const queries = useQueryClient()
  const close = () => setAsking(null)
  return (
    <>
      <div className={classes.state}>
        <p>
          <Badge color="green" variant="light" size="lg" tt="none">
            Ativa
          </Badge>{' '}
          desde {momentWords(factor.enabled_at ?? '')}. {codesLeft(factor.recovery_codes_left)}
        </p>
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsking('codes')}>
          Gerar novos códigos
        </Button>
        <Button variant="light" color="red" onClick={() => setAsking('off')}>
          Desativar
        </Button>
      </Group>
      {asking === 'codes' && (
        <ProofDialog
          title="Gerar novos códigos de recuperação"
          confirmLabel="Gerar códigos"
          onClose={close}
          act={async (body) => {
            const { data } = await api(renewRecoveryCodes, { body })
            close()
            onRenewed(data.recovery_codes)
          }}
        >
          Os códigos anteriores deixam de valer assim que os novos forem gerados.
        </ProofDialog>
      )}
      {asking === 'off' && (
        <ProofDialog
          title="Desativar a verificação em duas etapas"
          confirmLabel="Desativar"
          danger
          onClose={close}
          act={async (body) => {
            const { message } = await api(turnSecondFactorOff, { body })
            close()
            await queries.invalidateQueries(secondFactorQuery)
            showToast('success', message ?? 'Verificação em duas etapas desativada.')
          }}
        >
          {factor.required
            ? 'Sua conta exige a verificação: desative-a apenas para ativar em outro aparelho em seguida.'
            : 'A partir de agora, a senha bastará para entrar na sua conta.'}
        </ProofDialog>
      )}
    </>
  )
}

type Proof = z.input<typeof SecondFactorProof>

interface ProofDialogProps {
  title: string
  children: string
  confirmLabel: string
  danger?: boolean
  act: (proof: Proof) => Promise<void>
  onClose: () => void
}

const FIELDS = ['password', 'code'] as const

/** Asks for password and code before an action that requires more than an open session. */
function ProofDialog({ title, onClose, ...rest }: ProofDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <ProofForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function ProofForm({ children, confirmLabel, danger, act, onClose }: Omit<ProofDialogProps, 'title'>) {
  const form = useForm<Proof>({
    resolver: zodResolver(SecondFactorProof),
    defaultValues: { password: '', code: '' },
  })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const submit = useSubmit(form, { ...SECRET, fields: FIELDS, send: act })
  return (
    <DialogForm
      onSubmit={submit}
      onClose={onClose}
      busy={isSubmitting}
      confirmLabel={confirmLabel}
      danger={danger}
    >
      <p>{children}</p>
      <PasswordField
        {...register('password')}
        label="Senha"
        autoComplete="current-password"
        error={errors.password?.message}
        data-autofocus
      />
      <CodeField control={control} name="code" recovery />
    </DialogForm>
  )
}
