import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, Modal } from '@mantine/core'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SecondFactorProof } from '#contract/second-factor.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import dialog from '../dialog-form.module.css'
import { CodeField } from './code-field.tsx'
import { useSecretForm } from './use-secret-form.ts'

type Proof = z.input<typeof SecondFactorProof>

interface ProofDialogProps {
  title: string
  /** What will happen, in words. */
  children: string
  confirmLabel: string
  danger?: boolean
  act: (proof: Proof) => Promise<void>
  onClose: () => void
}

const FIELDS = ['password', 'code'] as const

/** Asks for password and code before something that an open session alone must not do. */
export function ProofDialog({ title, onClose, ...rest }: ProofDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <ProofForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function ProofForm({ children, confirmLabel, danger, act, onClose }: Omit<ProofDialogProps, 'title'>) {
  const form = useForm<Proof>({
    resolver: zodResolver(SecondFactorProof),
    defaultValues: { password: '', code: '' },
  })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const submit = useSecretForm(form, FIELDS, act)
  return (
    <form onSubmit={submit} noValidate aria-busy={isSubmitting} className={dialog.form}>
      <p>{children}</p>
      <PasswordField
        {...register('password')}
        label="Senha"
        autoComplete="current-password"
        error={errors.password?.message}
        data-autofocus
      />
      <CodeField control={control} name="code" recovery />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose} disabled={isSubmitting}>
          Cancelar
        </Button>
        <Button type="submit" color={danger ? 'red' : undefined} loading={isSubmitting}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  )
}
