import type { Blocker } from 'react-router'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

export function LeaveDialog({ blocker }: { blocker: Blocker }) {
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
      As suas mudanças ainda não foram salvas. Elas ficam guardadas como rascunho neste navegador, e você pode
      recuperá-las quando voltar.
    </ConfirmDialog>
  )
}
