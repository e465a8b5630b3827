import { FileButton } from '@mantine/core'
import { IconTableImport, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inviteMembers, MAX_INVITED } from '#contract/group/invited.ts'
import { plural } from '#contract/words.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import own from './group.module.css'
import { readSheet } from './read-sheet.ts'

const MAX_BYTES = 2_000_000

class Unreadable extends Error {}

async function sheetOf(file: File): Promise<string[][]> {
  if (file.size > MAX_BYTES) throw new Unreadable('Escolha um arquivo de até 2 MB.')
  try {
    return await readSheet(file)
  } catch {
    throw new Unreadable('Não foi possível ler este arquivo. Envie uma planilha XLSX ou CSV.')
  }
}

/** Invites the people of a spreadsheet by e-mail. What is wrong is listed by cell, and nothing is sent. */
export function InviteSheet({ groupId: id }: { groupId: number }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const invite = useMutation({
    mutationFn: async (file: File) =>
      api(inviteMembers, { params: { id }, body: { rows: await sheetOf(file) } }),
    onSuccess: async ({ data: { invited } }) => {
      showToast(
        'success',
        invited === 0
          ? 'Todos já tinham convite.'
          : `${plural(invited, 'convite enviado', 'convites enviados')}.`,
      )
      setOpen(false)
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
    },
  })
  const show = () => {
    invite.reset()
    setOpen(true)
  }
  return (
    <>
      <TextButton icon={IconTableImport} variant="default" onClick={show}>
        Convidar por planilha
      </TextButton>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Convidar por planilha">
        <div className={own.sheet}>
          <p>
            Uma planilha XLSX ou CSV com os títulos <strong>Nome</strong> e <strong>E-mail</strong> na
            primeira linha e até {MAX_INVITED} pessoas. As outras colunas não são enviadas.
          </p>
          <p>
            Cada pessoa recebe um e-mail com o convite e, três dias antes do prazo, um lembrete se não entrou.
            Convide só quem você conhece.
          </p>
          {invite.error && <Problems error={invite.error} />}
          <FileButton
            accept=".xlsx,.csv"
            onChange={(file) => file && invite.mutate(file)}
            inputProps={{ 'aria-label': 'Planilha' }}
          >
            {(props) => (
              <TextButton {...props} icon={IconUpload} loading={invite.isPending}>
                Escolher o arquivo
              </TextButton>
            )}
          </FileButton>
        </div>
      </Dialog>
    </>
  )
}

function Problems({ error }: { error: Error }) {
  const cells = error instanceof ApiFailure ? Object.entries(error.errors) : []
  const words = error instanceof Unreadable ? error.message : failureMessage(error, 'Erro ao convidar.')
  return (
    <div role="alert" className={own.problems}>
      <p>{cells.length > 0 ? 'Ninguém foi convidado. Corrija a planilha e envie de novo:' : words}</p>
      {cells.length > 0 && (
        <ul>
          {cells.map(([cell, [problem]]) => (
            <li key={cell}>
              <strong>{cell}</strong>: {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
