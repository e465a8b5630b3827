import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { discardJob, type JobRow, retryJob } from '#contract/backoffice/operations.ts'
import { RowAction } from '#web/actions/row-action.tsx'
import { api, failureMessage } from '#web/api/api.ts'
import classes from '#web/ui/cells.module.css'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { JOBS_KEY } from '../queries.ts'
import { taskWords } from './task-words.ts'

export function JobActions({ job }: { job: JobRow }) {
  if (job.state === 'running') return null
  const name = `${taskWords(job.task)} nº ${job.id}`
  return (
    <div className={classes.actions}>
      <RowAction
        icon={IconRefresh}
        label="Tentar de novo"
        name={name}
        action={() => api(retryJob, { params: { id: job.id } })}
        invalidates={JOBS_KEY}
        failure="Erro ao tentar de novo."
      />
      <Discard job={job} name={name} />
    </div>
  )
}

function Discard({ job, name }: { job: JobRow; name: string }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const discard = useMutation({
    mutationFn: () => api(discardJob, { params: { id: job.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Tarefa descartada.')
      await queries.invalidateQueries({ queryKey: JOBS_KEY })
    },
    onError: (reason) => {
      showToast('error', failureMessage(reason, 'Erro ao descartar a tarefa.'))
      setAsking(false)
    },
  })
  return (
    <>
      <Tooltip label="Descartar">
        <ActionIcon color="red" aria-label={`Descartar: ${name}`} onClick={() => setAsking(true)}>
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        open={asking}
        title="Descartar a tarefa?"
        confirmLabel="Descartar"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      >
        {taskWords(job.task)} não será mais tentada. O que ela faria fica por fazer.
      </ConfirmDialog>
    </>
  )
}
