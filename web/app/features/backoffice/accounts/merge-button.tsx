import { Button } from '@mantine/core'
import { IconArrowsJoin } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type MergePreview, mergeAccounts } from '#contract/backoffice/accounts.ts'
import { api, failureMessage } from '../../../api.ts'
import { ACCOUNT_RECORD_PATH, pathTo } from '../../../paths.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ACCOUNTS_KEY, mergePreviewQuery } from '../queries.ts'

/** Asks once more, and merges. */
export function MergeButton({ preview }: { preview: MergePreview }) {
  const { kept, duplicate, conflicts } = preview
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const act = useMutation({
    mutationFn: () => api(mergeAccounts, { params: { id: kept.id }, body: { duplicate_id: duplicate.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Contas unificadas com sucesso!')
      await navigate(pathTo(ACCOUNT_RECORD_PATH, kept.id), { replace: true })
      await queries.invalidateQueries({ queryKey: ACCOUNTS_KEY })
    },
    onError: async (reason) => {
      showToast('error', failureMessage(reason, 'Erro ao unificar as contas.'))
      setAsking(false)
      // What stood in the way is shown.
      await queries.invalidateQueries({ queryKey: mergePreviewQuery(kept.id, duplicate.id).queryKey })
    },
  })
  return (
    <>
      <Button
        leftSection={<IconArrowsJoin size={20} aria-hidden />}
        disabled={conflicts.length > 0}
        onClick={() => setAsking(true)}
      >
        Unificar contas
      </Button>
      <ConfirmDialog
        open={asking}
        title="Unificar estas contas?"
        confirmLabel="Unificar"
        danger
        busy={act.isPending}
        onConfirm={() => act.mutate()}
        onClose={() => setAsking(false)}
      >
        {duplicate.email} deixa de existir e tudo o que é dela passa para {kept.email}. Não há como desfazer.
      </ConfirmDialog>
    </>
  )
}
