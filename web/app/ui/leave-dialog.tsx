import type { ReactNode } from 'react'
import type { Blocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  blocker: Blocker
  children: ReactNode
}

export function LeaveDialog({ blocker, children }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Sair sem salvar?"
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      As suas mudanças ainda não foram salvas. {children}
    </ConfirmDialog>
  )
}
