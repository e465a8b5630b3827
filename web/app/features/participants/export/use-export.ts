import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../api.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import type { ParticipantFilters } from '../list/filters.ts'
import type { ExportChoice } from './choice.ts'
import { CutOff, download } from './download.ts'

const FAILED = 'Erro ao exportar o arquivo.'
const CUT_OFF = 'A conexão caiu no meio do caminho. Nenhum arquivo incompleto foi salvo.'

interface Options {
  eventId: number
  filters: ParticipantFilters
  onDone: () => void
}

/** One download at a time: how far it is (null: none), how many are before it, what went wrong with the last one, and the ways to begin and to end it. */
export function useExport({ eventId, filters, onDone }: Options) {
  const [share, setShare] = useState<number | null>(null)
  const [waiting, setWaiting] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  // Whoever leaves the screen or closes the dialog wants it no more.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (choice: ExportChoice) => {
    const controller = new AbortController()
    running.current = controller
    setFailure(null)
    setShare(0)
    setWaiting(0)
    const onProgress = (part: number) => {
      setWaiting(0)
      setShare(part)
    }
    try {
      const how = { signal: controller.signal, onProgress, onWaiting: setWaiting }
      const { file, name, rows } = await download({ eventId, filters, choice, ...how })
      saveFile(file, name)
      showToast(
        'success',
        `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'linha exportada' : 'linhas exportadas'}.`,
      )
      onDone()
    } catch (reason) {
      if (controller.signal.aborted) return
      showToast('error', FAILED)
      setFailure(reason instanceof CutOff ? CUT_OFF : failureMessage(reason, FAILED))
    }
    setShare(null)
  }
  const cancel = () => {
    running.current?.abort()
    setShare(null)
  }
  return { share, waiting, failure, start, cancel }
}
